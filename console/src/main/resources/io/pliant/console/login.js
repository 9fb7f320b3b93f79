// Who comes without a login sees that the cluster is there, and how to log in.

import { html, nothing } from './lib/lit-html/lit-html.js';
import { logIn } from './api.js';

let failure = null;

/** Says why the login is gone. */
export const loginFailed = (text) => (failure = text);

/** The form; `done` is called once a token was pasted. */
export const loginView = (done) => {
  const take = (event) => {
    event.preventDefault();
    logIn(event.target.elements.token.value.trim());
    failure = null;
    done();
  };
  return html`<main class="login">
    <h1>Pliant</h1>
    <p>This is a controller of a Pliant cluster.</p>
    ${failure ? html`<p class="bad" role="alert">${failure}</p>` : nothing}
    <p>On a host of the cluster, <code>pliant console</code> prints a link that logs you in.</p>
    <form @submit=${take}>
      <label>Or paste a token <input name="token" type="password" required autocomplete="off" spellcheck="false"></label>
      <button class="primary">Log in</button>
    </form>
  </main>`;
};
