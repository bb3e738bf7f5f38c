import { html } from 'cartwright'
import type { Site } from '../site/site.ts'
import type { Language } from '../texts/languages.ts'
import { styleOf, stylesheets } from './style.ts'

/** The page of a shop without regions. It has no prices, so it needs no visit. */
export function openingPage(site: Site, { code, direction = 'ltr', texts: { errors } }: Language): Response {
  const isDevelopment = process.env.NODE_ENV !== 'production'
  return html`<!doctype html>
<html lang="${code}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${errors.opensSoon}</title>
${stylesheets({ site, stylePath: styleOf(site.theme).path })}
</head>
<body>
<main><div class="message"><h1>${errors.opensSoon}</h1><p>${errors.opensSoonLead}</p>
${isDevelopment && html`<p><a class="button" href="/app/settings/regions">Add a region with countries</a></p>`}</div></main>
</body>
</html>
`.response({ status: 503, headers: { 'Retry-After': '3600' } })
}
