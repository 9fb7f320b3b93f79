// What drills found: whether anything was lost, and how long work stood still.

import { html, nothing } from './lib/lit-html/lit-html.js';
import { get } from './api.js';
import { clock, duration, between, number } from './format.js';
import { fact, panel, redraw } from './page.js';

let list = null;
let failure = null;

async function load() {
  try {
    list = await get('/v1/drills');
    failure = null;
  } catch (error) {
    failure = error.message;
  }
  redraw();
}

const seconds = (value) => (value === null ? '–' : `${value.toFixed(2)} s`);

const verdict = (report) =>
  report.right ? html`<span class="state completed">nothing lost</span>` : html`<span class="state failed">${report.violations.length ? 'rules broken' : 'not all submitted'}</span>`;

const faults = (report) => html`<div class="scroll-x" tabindex="0" role="region" aria-label="Faults"><table>
  <thead><tr><th scope="col">At</th><th scope="col">Fault</th><th scope="col">Whom</th><th scope="col" class="num">No submission for</th><th scope="col" class="num">No start for</th><th scope="col" class="num">Others waited</th></tr></thead>
  <tbody>${report.faults.map((one) => html`<tr><td>${clock(one.at)}</td><td>${one.what}</td><td>${one.whom}</td>
    <td class="num">${seconds(one.submit)}</td><td class="num">${seconds(one.start)}</td><td class="num">${seconds(one.others)}</td></tr>`)}</tbody></table></div>`;

const one = (report) =>
  panel(
    `Drill of ${clock(report.ended)}`,
    html`<dl class="facts">
        ${fact('Took', duration(between(report.began, report.ended)))}
        ${fact('Acknowledged jobs', number(report.acknowledged))}
        ${fact('Lost', number(report.lost))}
        ${fact('Started twice', number(report.twice))}
        ${fact('Answers checked', number(report.reads))}
        ${fact('Version', report.beside ? `${report.version} beside ${report.beside}` : report.version)}
        ${fact('Seed', report.seed)}
      </dl>
      ${report.violations.length ? html`<ul>${report.violations.map((line) => html`<li class="bad">${line}</li>`)}</ul>` : nothing}
      ${report.faults.length ? faults(report) : nothing}`,
    verdict(report),
  );

export const page = {
  title: () => 'Drills',
  enter: () => load(),
  leave() {},
  heard(what) {
    if (what === 'again') load();
  },
  view: () => html`
    ${failure || !list || !list.reports.length
      ? panel('Drills', html`<p class=${failure ? 'bad' : 'dim'}>${failure ?? (list ? 'No reports yet. A drill leaves one here with: pliant drill --report STATE-FOLDER/drills' : 'Loading …')}</p>`)
      : list.reports.map(one)}
    ${list?.unreadable.length ? panel('Files that are no reports', html`<ul>${list.unreadable.map((line) => html`<li>${line}</li>`)}</ul>`) : nothing}
  `,
};
