// The console: which page is shown, and what stands around it.

import { html, nothing, render } from './lib/lit-html/lit-html.js';
import { ApiError, logIn, logOut, token, useWord } from './api.js';
import { page as drills } from './drills.js';
import { page as history_ } from './history.js';
import { page as job } from './job.js';
import { begin, cluster, end, listen, via } from './live.js';
import { loginFailed, loginView } from './login.js';
import { page as node } from './node.js';
import { page as nodes } from './nodes.js';
import { OutputView } from './output.js';
import { page as overview } from './overview.js';
import { drawWith, focusQuestion, overlays, redraw } from './page.js';
import { page as partitions } from './partitions.js';
import { page as power } from './power.js';
import { page as queue } from './queue.js';

const PAGES = { '': overview, queue, history: history_, job, nodes, node, power, partitions, drills };
const MENU = [
  ['', 'Overview', 'o'],
  ['queue', 'Queue', 'q'],
  ['nodes', 'Nodes', 'n'],
  ['power', 'Power', 'w'],
  ['partitions', 'Partitions', 'p'],
  ['history', 'Accounting', 'a'],
  ['drills', 'Drills', 'd'],
];
const menu = () => MENU.filter(([page]) => page !== 'drills' || cluster.me.operator);
const THEMES = ['auto', 'light', 'dark'];
const THEME = 'pliant.theme';

let shown = null;
let name = '';
let loggedIn = false;
let help = false;
const root = document.getElementById('app');

function theme(choice) {
  if (choice) localStorage.setItem(THEME, choice);
  const now = localStorage.getItem(THEME) ?? 'auto';
  document.documentElement.dataset.theme = now;
  return now;
}

function route() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  const [first, ...rest] = path.split('/').map(decodeURIComponent);
  const next = PAGES[first] ?? overview;
  shown?.leave();
  shown = next;
  name = PAGES[first] ? first : '';
  next.enter(rest, new URLSearchParams(query ?? ''));
  redraw();
  document.getElementById('main')?.scrollTo?.(0, 0);
}

const current = (page) => (page === name || (page === 'nodes' && name === 'node') || (page === 'queue' && name === 'job') ? 'page' : nothing);

function shell() {
  const now = theme();
  return html`
    <a class="skip" href="#main" @click=${(e) => { e.preventDefault(); document.getElementById('main').focus(); }}>To the content</a>
    <header class="top">
      <a class="brand" href="#/">Pliant</a>
      <nav aria-label="Pages">${menu().map(([page, text]) => html`<a href="#/${page}" aria-current=${current(page)}>${text}</a>`)}</nav>
      <span class="grow"></span>
      <span class="link ${cluster.state}" title="Cluster ${cluster.me.cluster}, by controller ${via()}" id="link"><span class="dot"></span>${cluster.state === 'live' ? `${cluster.me.cluster} by ${via()}` : 'connecting …'}</span>
      <span class="who">${cluster.me.user}${cluster.me.operator ? ', operator' : ''}</span>
      <select aria-label="Colours of the page" @change=${(e) => { theme(e.target.value); redraw(); }}>
        ${THEMES.map((choice) => html`<option ?selected=${choice === now}>${choice}</option>`)}
      </select>
      <button @click=${() => { logOut(); end(); leave('You are logged out.'); }}>Log out</button>
    </header>
    <main id="main" tabindex="-1"><h1 class="unseen">${shown?.title()}</h1>${shown ? shown.view() : nothing}</main>
    ${overlays()} ${help ? keys() : nothing}
  `;
}

const keys = () => html`<div class="shade" @click=${() => { help = false; redraw(); }}>
  <div class="dialog" role="dialog" aria-modal="true" aria-label="Keys">
    <h2>Keys</h2>
    <dl class="facts">
      ${menu().map(([, text, key]) => html`<div class="fact"><dt>${text}</dt><dd><kbd>g</kbd> <kbd>${key}</kbd></dd></div>`)}
      <div class="fact"><dt>Find</dt><dd><kbd>/</kbd></dd></div>
      <div class="fact"><dt>These keys</dt><dd><kbd>?</kbd></dd></div>
    </dl>
  </div>
</div>`;

function draw() {
  render(loggedIn ? shell() : loginView(start), root);
  if (!loggedIn) return;
  document.title = `${shown?.title() ?? ''} – ${cluster.me.cluster} – Pliant`;
  shown?.drawn?.();
  OutputView.scroll();
  focusQuestion();
}

function leave(why) {
  loggedIn = false;
  shown?.leave();
  shown = null;
  loginFailed(why);
  redraw();
}

/** Logs in with the word of a link, when the page was opened by one. */
async function takeWord() {
  const word = /^#login=([A-Za-z0-9_-]+)$/.exec(location.hash)?.[1];
  if (!word) return;
  history.replaceState(null, '', '#/'); // it is good once, and nobody's business
  try {
    logIn((await useWord(word)).token);
  } catch (error) {
    loginFailed(error.message);
  }
}

async function start() {
  if (!token()) return redraw();
  try {
    await begin();
    loggedIn = true;
    route();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) logOut();
    leave(error.message);
    if (!(error instanceof ApiError) || error.status !== 401) setTimeout(start, 2_000);
  }
}

let going = false;

function key(event) {
  const typing = event.target.closest?.('input, select, textarea, [role=dialog]');
  if (event.key === 'Escape' && help) help = false;
  else if (typing || event.ctrlKey || event.metaKey || event.altKey || !loggedIn) return;
  else if (event.key === '?') help = !help;
  else if (event.key === '/' && document.getElementById('find')) {
    event.preventDefault();
    document.getElementById('find').focus();
  } else if (going) {
    going = false;
    const page = menu().find(([, , letter]) => letter === event.key);
    if (page) location.hash = `#/${page[0]}`;
  } else going = event.key === 'g';
  redraw();
}

drawWith(draw);
theme();
listen((what, event) => {
  if (what === 'login') {
    logOut();
    leave('Your login is over.');
  } else if (loggedIn) {
    shown?.heard(what, event);
    if (what === 'state') redraw();
  }
});
addEventListener('hashchange', async () => {
  if (location.hash.startsWith('#login=')) {
    await takeWord();
    await start();
  } else if (loggedIn) route();
});
addEventListener('keydown', key);
await takeWord();
await start();
