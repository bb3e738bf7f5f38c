import { adminProcedure, emptyInput, InvalidData, insertRow, lockRow, rest } from 'cartwright'
import { z } from 'zod'
import { readShop } from '../site/read-shop.ts'
import type { Site } from '../site/site.ts'
import { darkColoursOf } from './dark-colours.ts'
import { FONTS } from './fonts.ts'
import { changesOf } from './merge-theme.ts'
import { problemsOfTheme } from './problems-of-theme.ts'
import { StoredTheme, THEME_ID } from './stored-theme.ts'
import { colours, type Theme, themeSchema } from './theme.ts'

const Answer = z.object({
  theme: themeSchema,
  /** The theme without the changes of the console. */
  default_theme: themeSchema,
  /** The dark colours of the pages, also if they follow from the light ones. */
  dark_colours: colours,
  shop_name: z.string(),
  fonts: z.array(z.string()),
  /** Ends of the addresses of pages in code: /pages/{slug}. They hide written pages. */
  taken_slugs: z.array(z.string()),
  languages: z.array(z.object({ code: z.string(), name: z.string(), intro: z.string(), lead: z.string() })),
})

type Em = Parameters<typeof readShop>[0]

/** The procedures of the theme. */
export function themeProcedures(site: Site, takenSlugs: readonly string[]) {
  const answer = (theme: Theme, shop_name: string): z.output<typeof Answer> => ({
    ...{ theme, default_theme: site.theme, dark_colours: darkColoursOf(theme) },
    ...{ shop_name, fonts: Object.keys(FONTS), taken_slugs: [...takenSlugs] },
    languages: site.languages.map(({ code, name, texts: { home } }) => ({
      code,
      name,
      intro: home.intro,
      lead: home.lead,
    })),
  })

  async function save(em: Em, theme: Theme): Promise<z.output<typeof Answer>> {
    const changes = changesOf(theme, site.theme)
    const row = await lockRow(em, StoredTheme, { id: THEME_ID })
    if (row) row.changes = changes
    else insertRow(em, StoredTheme, { id: THEME_ID, changes })
    return answer(theme, (await readShop(em, site)).storeName)
  }

  return {
    theme: adminProcedure
      .meta(rest('GET', '/storefront/theme', 'Get the theme of the storefront'))
      .input(emptyInput)
      .output(Answer)
      .query(async ({ ctx: { em } }) => {
        const { theme, storeName } = await readShop(em, site)
        return answer(theme, storeName)
      }),

    saveTheme: adminProcedure
      .meta(rest('POST', '/storefront/theme', 'Change the theme of the storefront'))
      .input(themeSchema)
      .output(Answer)
      .mutation(({ ctx: { em }, input: theme }) => {
        const problems = problemsOfTheme(theme)
        if (problems.length > 0) throw new InvalidData(problems.join(' '))
        return save(em, theme)
      }),

    resetTheme: adminProcedure
      .meta(rest('DELETE', '/storefront/theme', 'Reset the theme of the storefront'))
      .input(emptyInput)
      .output(Answer)
      .mutation(({ ctx: { em } }) => save(em, site.theme)),
  }
}
