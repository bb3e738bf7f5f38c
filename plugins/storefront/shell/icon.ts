import { html, type Markup } from 'cartwright'

const paths = {
  search: html`<circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5"/>`,
  bag: html`<path d="M5 8h14l1 13H4zM8.5 8V7a3.5 3.5 0 0 1 7 0v1"/>`,
  parcel: html`<path d="m3 7.5 9-4.5 9 4.5v9L12 21l-9-4.5zM3 7.5l9 4.5 9-4.5M12 12v9"/>`,
  person: html`<circle cx="12" cy="8" r="4"/><path d="M4 21c1-5 4-7 8-7s7 2 8 7"/>`,
  heart: html`<path d="M12 20.5c-6-4-9-7.5-9-11.5a5 5 0 0 1 9-3 5 5 0 0 1 9 3c0 4-3 7.5-9 11.5z"/>`,
  globe: html`<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18"/>`,
  check: html`<path d="m4 12.5 5.5 5.5L20 6.5"/>`,
  forward: html`<path d="m9 4.5 7.5 7.5L9 19.5"/>`,
}

/** A drawing for the eye only. The text next to it names its purpose. */
export const icon = (name: keyof typeof paths): Markup =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${paths[name]}</svg>`
