// One node.

import { html, nothing } from './lib/lit-html/lit-html.js';
import { get, post } from './api.js';
import { clock, duration, jobLink, joules, memory, watts } from './format.js';
import { cluster } from './live.js';
import { ask, fact, redraw, state } from './page.js';

let name = '';
let entry = null; // what changes seldom
let failure = null;

async function load() {
  const wanted = name;
  try {
    const told = await get(`/v1/nodes/${encodeURIComponent(wanted)}`);
    if (wanted !== name) return;
    entry = told;
    failure = null;
  } catch (error) {
    failure = error.message;
  }
  redraw();
}

function actions(node) {
  if (!cluster.me.operator) return nothing;
  const closed = node.state.startsWith('drain');
  return html`<div class="controls">
    ${closed
      ? html`<button @click=${() => ask(`Open node ${name} to new jobs?`, 'Resume', async () => { await post(`/v1/nodes/${name}/resume`); return `Node ${name} takes jobs again.`; })}>Resume</button>`
      : html`<button @click=${() => ask(`Close node ${name} to new jobs? Running ones go on.`, 'Drain', async (reason) => { await post(`/v1/nodes/${name}/drain`, { reason }); return `Node ${name} takes no new jobs.`; }, { field: 'Why' })}>Drain</button>`}
  </div>`;
}

export const page = {
  title: () => `Node ${name}`,
  enter([which]) {
    name = which;
    entry = failure = null;
    load();
  },
  leave() {},
  heard(what) {
    if (what === 'again') load();
    if (what !== 'job') redraw();
  },
  view() {
    const node = cluster.nodes.get(name) ?? entry;
    if (!node) return html`<section class="panel"><p class=${failure ? 'bad' : 'dim'}>${failure ?? 'Loading …'}</p></section>`;
    const told = entry?.description;
    const energy = entry?.energy;
    return html`<section class="panel">
      <header><h2>Node ${name}</h2>${actions(node)}</header>
      <dl class="facts">
        ${fact('State', html`${state(node.state)} ${node.reason}`)}
        ${fact('Partition', node.partition)}
        ${fact('Cpus', `${node.allocatedCpus} of ${node.cpus} in use`)}
        ${fact('Memory', `${memory(node.allocatedMemoryMb)} of ${memory(node.memoryMb)} in use`)}
        ${fact('Power', watts(node.watts ?? null))}
        ${fact('Jobs', node.jobs.length ? node.jobs.map((job) => html`<a href=${jobLink(job)}>${job}</a> `) : 'none')}
        ${told
          ? html`${fact('Host', `${told.host}${told.emulated ? ', emulated' : ''}`)} ${fact('System', told.system)} ${fact('Agent', `${told.version}, user ${told.agentUser}`)}
              ${fact('Sensors', told.sensors.join(', ') || 'none')} ${fact('Confinement', told.containment)}`
          : nothing}
        ${entry?.features ? fact('Features', entry.features.names?.join(', ')) : nothing}
        ${energy
          ? html`${fact('Energy', `${joules(energy.meteredJoules)} since ${clock(energy.since)}`)} ${fact('Of that idle', joules(energy.idleJoules))}
              ${energy.gapSeconds > 0 ? fact('Without a meter', duration(energy.gapSeconds)) : nothing}`
          : nothing}
        ${entry?.lastSeen ? fact('Last heard of', clock(entry.lastSeen)) : nothing}
      </dl>
    </section>`;
  },
};
