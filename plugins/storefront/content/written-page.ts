import { defineEntity, p } from '@mikro-orm/postgresql'
import { columnsOf, defineResource, flag, InvalidData, id, oneOf, timestamps } from 'cartwright'

/** `terms`, `withdrawal` and `privacy` are also next to the button that orders. */
export const PURPOSES = ['imprint', 'terms', 'privacy', 'withdrawal', 'shipping', 'other'] as const
export type Purpose = (typeof PURPOSES)[number]

const WrittenPageSchema = defineEntity({
  name: 'StorefrontPage',
  tableName: 'storefront_page',
  properties: {
    id: id('page'),
    ...timestamps(),
    slug: p.text(),
    purpose: oneOf(PURPOSES).onCreate(() => 'other'),
    /** The place in the footer. */
    position: p.integer().onCreate(() => 0),
    is_published: flag(false),
    /** By the code of the language. The texts are Markdown. A page exists in the languages that have both. */
    titles: p.json<Record<string, string>>().onCreate(() => ({})),
    texts: p.json<Record<string, string>>().onCreate(() => ({})),
  },
})

/** A page that a merchant writes in the console. */
export class WrittenPage extends WrittenPageSchema.class {
  /** @throws InvalidData if a language has only one of title and text, or a published page has none. */
  assertComplete(): void {
    const languages = Object.keys(this.titles)
    const halves = [...languages, ...Object.keys(this.texts)].filter(
      (language) => this.titles[language] === undefined || this.texts[language] === undefined,
    )
    if (halves.length > 0)
      throw new InvalidData(`The page needs a title and a text in each of its languages (${halves.join(', ')})`)
    if (this.is_published && languages.length === 0)
      throw new InvalidData('A published page needs a title and a text. Write them, or save the page as a draft.')
  }
}
WrittenPageSchema.setClass(WrittenPage)

export const WrittenPageResource = defineResource({
  name: 'StorefrontPage',
  entity: WrittenPage,
  columns: columnsOf(WrittenPage),
})
