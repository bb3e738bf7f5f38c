import { html, type Markup } from 'cartwright'
import type { Category } from '../api.ts'
import { scriptElement } from '../browser/script.ts'
import { headLinks, linkPreview } from '../found/head-links.ts'
import { structuredData } from '../found/structured-data.ts'
import { previewBanner } from '../preview/preview-banner.ts'
import type { View } from '../site/view.ts'
import { colourSchemeOf } from '../theme/style-of-theme.ts'
import { iconPathOf } from './favicon.ts'
import type { PageContent } from './render-page.ts'
import { stylesheets } from './style.ts'

export interface LayoutContent extends PageContent {
  navigation: readonly Category[]
}

export function layout(view: View, content: LayoutContent): Markup {
  const { language, shopName, texts, theme } = view
  const {
    title,
    description,
    picture,
    data = [],
    main,
    isListed = true,
    isFocused = false,
    hasScript = !isFocused,
    leadsTo,
    languages,
    styles,
  } = content
  const { header, footer } = view.site.components
  return html`<!doctype html>
<html lang="${language.code}" dir="${language.direction ?? 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === shopName ? title : `${title} – ${shopName}`}</title>
${description && html`<meta name="description" content="${description}">`}
${isListed ? headLinks(view, languages) : html`<meta name="robots" content="noindex">`}
${isListed && linkPreview(view, { title, description, picture })}
${leadsTo && html`<meta http-equiv="refresh" content="0; url=${leadsTo}">`}
<meta name="color-scheme" content="${colourSchemeOf(theme.scheme)}">
<link rel="icon" href="${iconPathOf(theme)}" type="image/svg+xml">
${stylesheets(view, styles)}
${hasScript && scriptElement(view)}
${data.map(structuredData)}
</head>
<body>
<a class="skip" href="#main">${texts.shell.skip}</a>
${previewBanner(view)}
${header(view, { navigation: content.navigation, isFocused })}
<main id="main" tabindex="-1">${main}</main>
${footer(view, { navigation: content.navigation, isFocused })}
</body>
</html>
`
}
