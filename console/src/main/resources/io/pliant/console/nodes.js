// All nodes: as a map, and as a table.

import { html } from './lib/lit-html/lit-html.js';
import { repeat } from './lib/lit-html/directives/repeat.js';
import { jobLink, memory, nodeLink, number, watts } from './format.js';
import { cluster } from './live.js';
import { COLOURS, nodeMap, stateCounts } from './nodemap.js';
import { panel, redraw, state } from './page.js';

const MOST = 500;
let colours = 'state';
let text = '';

const fits = (node) => !text || [node.node, node.state, node.partition, node.reason].some((word) => word.toLowerCase().includes(text));

const row = (node) => html`<tr>
  <td><a href=${nodeLink(node.node)}>${node.node}</a></td>
  <td class="more">${node.partition}</td>
  <td>${state(node.state)}</td>
  <td class="num">${node.allocatedCpus}/${node.cpus}</td>
  <td class="num more">${memory(node.memoryMb)}</td>
  <td class="num">${watts(node.watts)}</td>
  <td>${node.jobs.slice(0, 3).map((job) => html`<a href=${jobLink(job)}>${job}</a> `)}${node.jobs.length > 3 ? '…' : ''}</td>
  <td class="wide more">${node.reason}</td>
</tr>`;

export const page = {
  title: () => 'Nodes',
  enter(_, query) {
    text = (query.get('text') ?? '').toLowerCase();
  },
  leave() {},
  heard: () => redraw(),
  view() {
    const nodes = [...cluster.nodes.values()].filter(fits);
    const choice = html`<div class="controls">
      <input type="search" id="find" aria-label="Find nodes" placeholder="name, state or reason" .value=${text} @input=${(e) => { text = e.target.value.trim().toLowerCase(); redraw(); }}>
      <label>Colours <select @change=${(e) => { colours = e.target.value; redraw(); }}>
        ${COLOURS.map((by) => html`<option ?selected=${by === colours}>${by}</option>`)}
      </select></label></div>`;
    return html`
      ${panel('Nodes', html`${nodeMap(nodes, colours)} ${stateCounts(nodes)}`, choice)}
      ${panel(
        'List',
        html`<div class="scroll-x" tabindex="0" role="region" aria-label="Nodes"><table>
          <thead><tr><th scope="col">Node</th><th scope="col" class="more">Partition</th><th scope="col">State</th><th scope="col" class="num">Cpus</th><th scope="col" class="num more">Memory</th><th scope="col" class="num">Power</th><th scope="col">Jobs</th><th scope="col" class="wide more">Reason</th></tr></thead>
          <tbody>${repeat(nodes.slice(0, MOST), (node) => node.node, row)}</tbody></table></div>
          ${nodes.length > MOST ? html`<p class="dim">The first ${MOST} of ${number(nodes.length)}. Type above to find others.</p>` : ''}`,
      )}
    `;
  },
};
