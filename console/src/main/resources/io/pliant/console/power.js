// The power corridor: what the cluster draws, live, and the bounds that it is to keep.

import uPlot from './lib/uplot/uPlot.js';
import { html, nothing } from './lib/lit-html/lit-html.js';
import { del, get, post } from './api.js';
import { clock, watts } from './format.js';
import { addSamples, cluster } from './live.js';
import { act, ask, panel, redraw } from './page.js';

const HISTORY = 600;
const HEIGHT = 280;

let chart = null;
let box = null;
let drawnIn = null;
let failure = null;
const sizes = new ResizeObserver(() => chart && box && chart.setSize({ width: box.clientWidth, height: HEIGHT }));

const data = () => {
  const samples = cluster.samples;
  return [
    samples.map((sample) => new Date(sample.at).getTime() / 1000),
    samples.map((sample) => sample.watts),
    samples.map((sample) => sample.bounds?.lower ?? null),
    samples.map((sample) => sample.bounds?.upper ?? null),
  ];
};

/** What a canvas is to be given for a colour of the style sheet. */
function colour(name) {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  return resolved;
}

function make(element) {
  const axis = { stroke: colour('--dim'), grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line') } };
  const bound = (label) => ({ label, stroke: colour('--bad'), width: 1.5, dash: [6, 4], points: { show: false } });
  chart = new uPlot(
    {
      width: element.clientWidth || 600,
      height: HEIGHT,
      legend: { live: false },
      series: [{ label: 'Time' }, { label: 'Watts', stroke: colour('--accent'), width: 2, fill: colour('--fill'), points: { show: false } }, bound('Lower'), bound('Upper')],
      axes: [axis, { ...axis, size: 60, values: (_, ticks) => ticks.map((tick) => watts(tick)) }],
      scales: { y: { range: (_, low, high) => [Math.max(0, Math.floor((low ?? 0) * 0.9)), Math.ceil((high ?? 1) * 1.1)] } },
    },
    data(),
    element,
  );
}

async function load() {
  try {
    const status = await get('/v1/power', { samples: HISTORY });
    cluster.power = { ...status, samples: [] };
    if (cluster.samples.length < status.samples.length) {
      const live = cluster.samples.splice(0);
      addSamples(status.samples);
      addSamples(live);
    }
    failure = null;
  } catch (error) {
    failure = error.message;
  }
  redraw();
}

async function set(event) {
  event.preventDefault();
  const fields = event.target.elements;
  await act(async () => {
    await post('/v1/power', { lower: Number(fields.lower.value), upper: Number(fields.upper.value) });
    await load();
    return 'The bounds hold now.';
  });
}

const controls = (bounds) =>
  cluster.me.operator
    ? html`<form class="controls" @submit=${set}>
        <label>Lower <input name="lower" type="number" min="0" step="any" required size="7" .value=${String(bounds?.lower ?? 0)}> W</label>
        <label>Upper <input name="upper" type="number" min="1" step="any" required size="7" .value=${String(bounds?.upper ?? '')}> W</label>
        <button class="primary">Set bounds</button>
        ${bounds
          ? html`<button type="button" @click=${() => ask('Take the bounds away?', 'Clear', async () => { await del('/v1/power'); await load(); return 'There are no bounds now.'; })}>Clear</button>`
          : nothing}
      </form>`
    : nothing;

const limits = (limits) =>
  limits ? [limits.capWatts ? `cap ${watts(limits.capWatts)}` : '', limits.suspended.length ? `${limits.suspended.length} jobs suspended` : ''].filter(Boolean).join(', ') : '';

export const page = {
  title: () => 'Power',
  enter: () => load(),
  leave() {
    sizes.disconnect();
    chart?.destroy();
    chart = box = null;
  },
  heard(what) {
    if (what === 'again') load();
    if (what === 'power' && chart) chart.setData(data());
    redraw();
  },
  /** Called when the page is drawn: the chart lives in an element of its own. */
  drawn() {
    const element = document.getElementById('power-chart');
    const colours = document.documentElement.dataset.theme;
    if (!element || (element === box && colours === drawnIn)) return;
    drawnIn = colours;
    chart?.destroy();
    box = element;
    make(element);
    sizes.disconnect();
    sizes.observe(element);
  },
  view() {
    const power = cluster.power;
    const bounds = power?.bounds;
    const open = power?.alarms.filter((alarm) => !alarm.ended) ?? [];
    return html`
      ${panel(
        'Power corridor',
        html`${failure ? html`<p class="bad">${failure}</p>` : nothing}
          <p class="big">${watts(power?.watts)} <span class="dim">${bounds ? `between ${watts(bounds.lower)} and ${watts(bounds.upper)}, set by ${power.by}` : 'no bounds are set'}</span></p>
          ${open.map((alarm) => html`<p class="bad">Partition ${alarm.partition} cannot keep its ${alarm.alarm.shortfall.bound?.toLowerCase() ?? ''} bound since ${clock(alarm.since)}.</p>`)}
          ${power && power.watts === null ? html`<p class="dim">No node tells what it draws: see docs/power.md for sensors.</p>` : nothing}
          <div id="power-chart" role="img" aria-label="Watts over time with the bounds"></div>
          ${controls(bounds)}
          ${power?.changes.length ? html`<ul>${power.changes.map((change) => html`<li>From ${clock(change.at)}: ${watts(change.corridor.lower)} to ${watts(change.corridor.upper)}</li>`)}</ul>` : nothing}`,
      )}
      ${panel(
        'Partitions',
        html`<div class="scroll-x" tabindex="0" role="region" aria-label="Power by partition"><table>
          <thead><tr><th scope="col">Partition</th><th scope="col">Policy</th><th scope="col" class="num">Now</th><th scope="col" class="num">To come</th><th scope="col">Its bounds</th><th scope="col" class="num">Metered</th><th scope="col">Limits</th></tr></thead>
          <tbody>${(power?.partitions ?? []).map(
            (part) => html`<tr><td>${part.partition}</td><td>${part.policy}</td><td class="num">${watts(part.watts)}</td><td class="num">${watts(part.forecast)}</td>
              <td>${part.bounds ? `${watts(part.bounds.lower)} to ${watts(part.bounds.upper)}` : part.keeps ? '–' : 'keeps none'}</td><td class="num">${part.metered}/${part.nodes}</td><td>${limits(part.limits)}</td></tr>`,
          )}</tbody></table></div>`,
      )}
      ${power?.alarms.length
        ? panel('Alarms', html`<ul>${power.alarms.toReversed().map((alarm) => html`<li>${alarm.partition}: ${clock(alarm.since)} to ${alarm.ended ? clock(alarm.ended) : 'now'}</li>`)}</ul>`)
        : nothing}
    `;
  },
};
