// Partitions and the controllers that host them.

import { html, nothing } from './lib/lit-html/lit-html.js';
import { get } from './api.js';
import { duration, number } from './format.js';
import { cluster } from './live.js';
import { panel, redraw } from './page.js';

let status = null;
let journal = null;
let failure = null;

async function load() {
  try {
    [status, journal] = await Promise.all([get('/v1/status'), get('/v1/journal')]);
    failure = null;
  } catch (error) {
    failure = error.message;
  }
  redraw();
}

const lent = (map) => Object.entries(map).map(([name, count]) => `${count} ${name}`).join(', ');

const pool = (entry) =>
  entry ? [entry.pool, lent(entry.lent) && `lent ${lent(entry.lent)}`, lent(entry.borrowed) && `borrowed ${lent(entry.borrowed)}`].filter(Boolean).join('; ') : '–';

const round = (counts) => (counts?.rounds ? `${(counts.sumMicros / counts.rounds / 1000).toFixed(1)} ms` : '–');

const row = (part) => html`<tr>
  <td><a href="#/queue?partition=${encodeURIComponent(part.partition)}">${part.partition}</a>${part.isDefault ? ' *' : ''}</td>
  <td>${part.policy}</td><td>${part.host}</td>
  <td class="num">${part.nodesUp}/${part.nodesTotal}</td>
  <td class="num">${number(part.running)}</td><td class="num">${number(part.waiting)}</td>
  <td class="num">${part.maxTimeSeconds === null ? 'none' : duration(part.maxTimeSeconds)}</td>
  <td class="num">${number(part.counts?.rounds)}</td><td class="num">${round(part.counts)}</td>
  <td>${pool(part.pool)}</td>
  <td class="bad">${part.roundAlarm ?? ''} ${part.powerAlarm ? 'cannot keep the corridor' : ''} ${part.refused ? `${part.refused.starts + part.refused.resizes} decisions refused` : ''}</td>
</tr>`;

const member = (one) => html`<tr><td>${one.address}</td><td>${one.status}</td><td>${one.http ? html`<a href=${one.http} rel="noreferrer">${one.http}</a>` : '–'}</td></tr>`;

export const page = {
  title: () => 'Partitions',
  enter: () => load(),
  leave() {},
  heard(what) {
    if (what === 'again' || what === 'state') load();
    redraw();
  },
  view: () => html`
    ${panel(
      'Partitions',
      html`<div class="scroll-x" tabindex="0" role="region" aria-label="Partitions"><table>
        <thead><tr><th scope="col">Partition</th><th scope="col">Policy</th><th scope="col">Controller</th><th scope="col" class="num">Nodes up</th><th scope="col" class="num">Running</th><th scope="col" class="num">Waiting</th><th scope="col" class="num">Longest</th><th scope="col" class="num">Rounds</th><th scope="col" class="num">Each</th><th scope="col">Pool</th><th scope="col">Alarms</th></tr></thead>
        <tbody>${cluster.partitions.map(row)}</tbody></table></div>`,
    )}
    ${panel(
      'Controllers',
      html`${failure ? html`<p class="bad">${failure}</p>` : nothing}
        <div class="scroll-x" tabindex="0" role="region" aria-label="Controllers"><table>
          <thead><tr><th scope="col">Address</th><th scope="col">State</th><th scope="col">Pages</th></tr></thead>
          <tbody>${(status?.members ?? []).map(member)}</tbody></table></div>
        ${journal?.trouble ? html`<p class="bad">${journal.trouble}</p>` : nothing}`,
    )}
  `,
};
