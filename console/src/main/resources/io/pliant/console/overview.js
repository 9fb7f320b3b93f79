// The cluster at a glance.

import { html } from './lib/lit-html/lit-html.js';
import { clock, jobLink, number, watts } from './format.js';
import { Gantt } from './gantt.js';
import { cluster } from './live.js';
import { COLOURS, nodeMap, stateCounts } from './nodemap.js';
import { paced, panel, redraw } from './page.js';

const GANTT_EVERY = 5_000;
const NEWS = 12;

const gantt = new Gantt();
const reload = paced(() => gantt.load(), GANTT_EVERY);
let colours = 'state';

const tile = (name, value, detail, link) => html`<a class="tile" href=${link}>
  <span class="name">${name}</span><span class="value">${value}</span><span class="dim">${detail}</span>
</a>`;

function tiles() {
  const nodes = [...cluster.nodes.values()];
  const sum = (of) => nodes.reduce((total, node) => total + of(node), 0);
  const running = cluster.partitions.reduce((total, part) => total + part.running, 0);
  const waiting = cluster.partitions.reduce((total, part) => total + part.waiting, 0);
  const up = nodes.filter((node) => node.state !== 'down').length;
  const cpus = sum((node) => node.cpus);
  const used = sum((node) => node.allocatedCpus);
  const power = cluster.power;
  const alarms = power ? power.alarms.filter((alarm) => !alarm.ended).length : 0;
  const bounds = power?.bounds ? `corridor ${watts(power.bounds.lower)} to ${watts(power.bounds.upper)}` : 'no corridor';
  return html`<div class="tiles">
    ${tile('Nodes up', `${number(up)} of ${number(nodes.length)}`, 'with an agent that answers', '#/nodes')}
    ${tile('Cpus in use', cpus ? `${Math.round((100 * used) / cpus)} %` : '–', `${number(used)} of ${number(cpus)}`, '#/nodes')}
    ${tile('Running', number(running), 'jobs', '#/queue?state=R')}
    ${tile('Waiting', number(waiting), 'jobs', '#/queue?state=PD')}
    ${tile('Power', watts(power?.watts), alarms ? `${alarms} alarms` : bounds, '#/power')}
    ${tile('Controllers', number(cluster.me.controllers.length), `${cluster.me.controller} answers`, '#/partitions')}
  </div>`;
}

const said = (event) =>
  Object.entries(event.fields)
    .filter(([name]) => name !== 'attempt')
    .slice(0, 4)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

const news = () =>
  cluster.events.length === 0
    ? html`<p class="dim">Nothing has happened since this page was opened.</p>`
    : html`<ol class="news">
        ${cluster.events.slice(0, NEWS).map(
          (event) => html`<li><time>${clock(event.at)}</time> <a href=${jobLink(event.job)}>${event.job}</a>
            <b>${event.type.replace(/^Job/, '')}</b> <span class="dim">${said(event)}</span></li>`,
        )}
      </ol>`;

export const page = {
  title: () => 'Overview',
  enter: () => gantt.load(),
  leave: () => reload.stop(),
  heard(what) {
    if (what === 'job' || what === 'again') reload();
    redraw();
  },
  view() {
    const nodes = [...cluster.nodes.values()];
    const choice = html`<label>Colours
      <select @change=${(e) => { colours = e.target.value; redraw(); }}>
        ${COLOURS.map((by) => html`<option ?selected=${by === colours}>${by}</option>`)}
      </select></label>`;
    return html`
      ${tiles()}
      ${panel('Nodes', html`${nodeMap(nodes, colours)} ${stateCounts(nodes)}`, choice)}
      ${panel('Jobs over time', gantt.view())}
      ${panel('What happens', news())}
    `;
  },
};
