// What pages share: drawing soon, asking before a change, telling what went wrong.

import { html, nothing } from './lib/lit-html/lit-html.js';

let draw = () => {};
let due = false;

/** Says how the whole page is drawn. */
export const drawWith = (callback) => (draw = callback);

/** Draws once, before the next frame. */
export function redraw() {
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    draw();
  });
}

let note = null;
let question = null;

/** Tells the outcome of something for a while. */
export function tellUser(text, bad = false) {
  const mine = { text, bad };
  note = mine;
  redraw();
  setTimeout(() => {
    if (note === mine) note = null;
    redraw();
  }, bad ? 12_000 : 5_000);
}

/** Asks whether to do something, does it and tells how it went. */
export function ask(text, word, action, { field } = {}) {
  question = { text, word, action, field, opener: document.activeElement };
  redraw();
}

async function answer(event) {
  event.preventDefault();
  const { action, field } = question;
  const value = field ? event.target.elements.value.value : undefined;
  close();
  await act(() => action(value));
}

/** Does something and tells what went wrong. */
export async function act(action) {
  try {
    const told = await action();
    if (told) tellUser(told);
  } catch (error) {
    tellUser(error.message, true);
  }
}

function close() {
  question?.opener?.focus?.();
  question = null;
  redraw();
}

/** The note and the question, when there are any. */
export const overlays = () => html`
  <div class="notes" role="status" aria-live="polite">
    ${note ? html`<p class=${note.bad ? 'note bad' : 'note'}>${note.text}</p>` : nothing}
  </div>
  ${question
    ? html`<div class="shade" @keydown=${(e) => e.key === 'Escape' && close()}>
        <div class="dialog" role="dialog" aria-modal="true" aria-labelledby="question"><form @submit=${answer}>
          <p id="question">${question.text}</p>
          ${question.field
            ? html`<label>${question.field}<input name="value" required maxlength="1000" autocomplete="off"></label>`
            : nothing}
          <p class="buttons">
            <button type="button" @click=${close}>No</button>
            <button class="primary" id="yes">${question.word}</button>
          </p>
        </form></div>
      </div>`
    : nothing}
`;

/** Puts the cursor into a question that has just come. */
export function focusQuestion() {
  const form = document.querySelector('.dialog');
  if (form && !form.contains(document.activeElement)) (form.querySelector('input') ?? form.querySelector('#yes')).focus();
}

/** A value with its name. */
export const fact = (name, value) => html`<div class="fact"><dt>${name}</dt><dd>${value ?? '–'}</dd></div>`;

/** A word for a state, with its colour. */
export const state = (word) => html`<span class="state ${String(word).toLowerCase().replace(/[^a-z_]/g, '')}">${word}</span>`;

/** A piece of a page with a title. */
export const panel = (title, content, extra = nothing, name = '') => html`
  <section class="panel ${name}">
    <header><h2>${title}</h2>${extra}</header>
    ${content}
  </section>
`;

/**
 * Calls at most once in so many milliseconds.
 *
 * @param last once more that long after the last call: an answer may be that much older than the question
 */
export function paced(callback, millis, last = false) {
  let timer = null;
  let called = -Infinity;
  let more = false;
  const plan = () => (timer = setTimeout(run, Math.max(0, called + millis - performance.now())));
  const run = () => {
    timer = null;
    called = performance.now();
    if (more) {
      more = false;
      plan();
    }
    callback();
  };
  const call = () => {
    more = last;
    if (timer === null) plan();
  };
  call.stop = () => {
    clearTimeout(timer);
    timer = null;
    more = false;
  };
  return call;
}
