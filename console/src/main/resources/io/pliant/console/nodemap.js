// The nodes as a map: a cell for each, coloured by state, job or watts.

import { html } from './lib/lit-html/lit-html.js';
import { repeat } from './lib/lit-html/directives/repeat.js';
import { nodeLink, watts } from './format.js';

/** What a map can be coloured by. */
export const COLOURS = ['state', 'job', 'watts'];

const GOLDEN = 137.508; // degrees: neighbours in number get colours far apart

const hue = (job) => Math.round((Number(job) * GOLDEN) % 360);

function colour(node, by, most) {
  if (by === 'job') return node.jobs.length ? `--cell: hsl(${hue(node.jobs[0])} 60% 50%)` : '--cell: var(--quiet)';
  if (by === 'watts') {
    if (node.watts === null) return '--cell: var(--quiet)';
    const part = most ? node.watts / most : 0;
    return `--cell: hsl(${Math.round(220 - 200 * part)} 75% ${Math.round(72 - 26 * part)}%)`;
  }
  return '';
}

function words(node) {
  const jobs = node.jobs.length ? `, job ${node.jobs.slice(0, 3).join(', ')}` : '';
  const reason = node.reason ? `, ${node.reason}` : '';
  const power = node.watts === null ? '' : `, ${watts(node.watts)}`;
  return `${node.node} ${node.state}, ${node.allocatedCpus} of ${node.cpus} cpus${jobs}${power}${reason}`;
}

/** Cells of all nodes, by partition. */
export function nodeMap(nodes, by) {
  const parts = new Map();
  let most = 0;
  for (const node of nodes) {
    if (!parts.has(node.partition)) parts.set(node.partition, []);
    parts.get(node.partition).push(node);
    most = Math.max(most, node.watts ?? 0);
  }
  return html`<div class="nodemap">
    ${[...parts].map(
      ([partition, list]) => html`<div class="part">
        <h3>${partition} <span class="dim">${list.length}</span></h3>
        <div class="cells">
          ${repeat(
            list,
            (node) => node.node,
            (node) => html`<a class="cell ${by === 'state' ? node.state : ''}" .style=${colour(node, by, most)}
              href=${nodeLink(node.node)} title=${words(node)} aria-label=${words(node)}></a>`,
          )}
        </div>
      </div>`,
    )}
  </div>`;
}

const STATES = ['idle', 'mixed', 'allocated', 'reserved', 'draining', 'drained', 'down'];

/** How many nodes are in each state; for a map by state it is the key, too. */
export function stateCounts(nodes) {
  const counts = new Map();
  for (const node of nodes) counts.set(node.state, (counts.get(node.state) ?? 0) + 1);
  return html`<ul class="key">
    ${STATES.filter((word) => counts.has(word)).map(
      (word) => html`<li><span class="swatch ${word}"></span>${word} <b>${counts.get(word)}</b></li>`,
    )}
  </ul>`;
}
