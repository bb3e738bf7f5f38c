import { renderMarkdown } from '../content/markdown.ts'
import type { Components } from '../site/components.ts'
import { longText } from './samples.ts'
import { part, type States, whole } from './state.ts'

const PAGES = ['terms', 'privacy', 'imprint'].map((slug) => ({
  ...{ slug, purpose: 'other' as const },
  titles: { en: slug, de: longText() },
}))

const LOGO =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="300" height="60"%3E%3Crect width="300" height="60" fill="%23888"/%3E%3C/svg%3E'

const TEXT =
  '# First\n\nA paragraph with **bold** text and a [link](/products).\n\n- one\n- two\n\n| Country | Days |\n| - | - |\n| Germany | 2 |\n\n> A quotation'

export const shellStates = {
  layout: { page: whole(() => ({})), checkout: whole(() => ({}), { isFocused: true }) },
  header: {
    page: whole(() => ({ cartCount: 0, isLoggedIn: false })),
    'full cart': whole(() => ({ cartCount: 120, isLoggedIn: true })),
    'long name': whole(() => ({ shopName: longText() })),
    logo: whole(({ theme }) => ({ theme: { ...theme, logo: { url: LOGO, width: 300, height: 60 } } })),
    checkout: whole(() => ({}), { isFocused: true }),
  },
  footer: {
    'without pages': whole(() => ({ writtenPages: [] })),
    'with pages': whole(() => ({ writtenPages: PAGES })),
    checkout: whole(() => ({ writtenPages: PAGES }), { isFocused: true }),
  },
  errorMessage: {
    missing: part(({ visit }) => {
      const { notFound: title, notFoundLead: message } = visit.texts.errors
      return visit.site.components.errorMessage(visit, { title, message })
    }),
    long: part(({ visit }) => visit.site.components.errorMessage(visit, { title: longText(), message: longText(3) })),
  },
  contentPage: {
    text: part(({ visit }) => visit.site.components.contentPage(visit, { title: 'Terms', text: renderMarkdown(TEXT) })),
    'long texts': part(({ visit }) =>
      visit.site.components.contentPage(visit, { title: longText(), text: renderMarkdown(longText(5)) }),
    ),
  },
} satisfies Partial<Record<keyof Components, States>>
