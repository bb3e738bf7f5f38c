import { experimental_standaloneMiddleware } from '@trpc/server'
import { InvalidData } from '#entities/errors.ts'
import { canonicalTag, type Languages, negotiate } from '#entities/market/language/language.ts'
import { languagesOf } from '#entities/market/language/shop-languages.ts'
import type { AskedLanguages, Context, ResponseLanguage } from '../context/context.ts'
import { runUntracked } from './answer-cache/track-page.ts'

/** Chooses the language of a response of the store before a transaction begins. */
export const chooseLanguage = experimental_standaloneMiddleware<{ ctx: Context }>().create(async ({ ctx, next }) => {
  await setLanguage(ctx)
  return next()
})

/** @throws InvalidData if `locale` is no language tag. */
export async function setLanguage({ services, request, response }: Context): Promise<void> {
  // A page that reads the languages shows nothing else than the catalogue.
  const languages = await runUntracked(() => languagesOf(services.orm.em))
  response.language = languages && chosenLanguage(languages, request.languages)
}

function chosenLanguage(languages: Languages, { locale, accepted }: Partial<AskedLanguages> = {}): ResponseLanguage {
  if (locale === undefined) return { ...negotiate(languages, accepted ?? ''), isNegotiated: true }
  const tag = canonicalTag(locale)
  if (tag === undefined) throw localeError()
  return { ...negotiate(languages, tag), isNegotiated: false }
}

export const localeError = () =>
  new InvalidData('locale must be a language tag such as de or pt-BR')
    .about('locale')
    .because({ name: 'language_invalid' })
