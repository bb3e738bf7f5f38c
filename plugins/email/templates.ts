import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Eta } from 'eta'
import { formatters } from './format.ts'
import type { Mail } from './mail.ts'
import type { EmailSettings } from './settings.ts'

const OWN_TEMPLATES = join(import.meta.dirname, 'templates')

const PARTS = ['txt', 'html'] as const

export interface RenderedMail {
  subject: string
  text: string
  html: string
}

export const templatesOf = ({ MAIL_TEMPLATES, NODE_ENV }: EmailSettings): Templates =>
  new Templates({ folder: MAIL_TEMPLATES, caches: NODE_ENV === 'production' })

/** Renders mails from files. A file of the shop replaces the file of the plugin with the same name. */
export class Templates {
  readonly #folders: string[]
  readonly #caches: boolean
  readonly #engines = new Map<string, Eta>()

  constructor({ folder, caches }: { folder: string | undefined; caches: boolean }) {
    this.#folders = [...(folder ? [folder] : []), OWN_TEMPLATES]
    this.#caches = caches
  }

  render({ template, locale, values, text: compose }: Mail): RenderedMail {
    if (compose && !this.#hasFiles(template, locale)) return this.#renderText({ locale, values }, compose)
    const units = values.items.reduce((sum, { quantity }) => sum + quantity, 0)
    const it = { ...values, units, locale, ...formatters(locale, values.order?.currency_code) }
    const plain = this.#engine('txt', locale).render(template, it)
    const found = /^Subject: *([^\n]*)\n\s*(.*)$/s.exec(plain)
    if (!found) throw new Error(`The first line of ${template}.txt.eta must be: Subject: …`)
    const subject = found[1] ?? ''
    const text = (found[2] ?? '').replaceAll(/\n{3,}/g, '\n\n')
    return { subject, text, html: this.#engine('html', locale).render(template, { ...it, subject }) }
  }

  #hasFiles(template: string, locale: string): boolean {
    return PARTS.every((part) => this.#maybeFindFile(template, part, locale) !== undefined)
  }

  #renderText({ locale, values }: Omit<Mail, 'template'>, compose: NonNullable<Mail['text']>): RenderedMail {
    const { date } = formatters(locale)
    const money = (amount: number, currency_code: string) => formatters(locale, currency_code).money(amount)
    const { subject, text } = compose({ locale, shop: values.shop, money, date })
    const it = { ...values, locale, subject, paragraphs: paragraphsOf(text) }
    return { subject, text, html: this.#engine('html', locale).render('plugin-mail', it) }
  }

  #engine(part: 'txt' | 'html', locale: string): Eta {
    const key = `${part} ${locale}`
    const engine = this.#engines.get(key) ?? this.#createEngine(part, locale)
    this.#engines.set(key, engine)
    return engine
  }

  #createEngine(part: 'txt' | 'html', locale: string): Eta {
    const engine = new Eta({ views: OWN_TEMPLATES, autoEscape: part === 'html', autoTrim: false, cache: this.#caches })
    engine.resolvePath = (name) => this.#findFile(name, part, locale)
    return engine
  }

  /** Prefers the file for the language: `invitation.de.txt.eta` instead of `invitation.txt.eta`. */
  #findFile(name: string, part: string, locale: string): string {
    const found = this.#maybeFindFile(name, part, locale)
    if (!found) throw new Error(`The mail template ${name}.${part}.eta does not exist`)
    return found
  }

  #maybeFindFile(name: string, part: string, locale: string): string | undefined {
    const { language } = new Intl.Locale(locale)
    const names = [`${name}.${locale}.${part}.eta`, `${name}.${language}.${part}.eta`, `${name}.${part}.eta`]
    const files = this.#folders.flatMap((folder) => names.map((file) => join(folder, file)))
    return files.find((file) => existsSync(file))
  }
}

/** The paragraphs of a text, as lists of lines. A line that is an address becomes a link. */
const paragraphsOf = (text: string) =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.split('\n').map((line) => ({ text: line.trim(), isLink: LINK.test(line.trim()) })))

const LINK = /^https?:\/\/\S+$/
