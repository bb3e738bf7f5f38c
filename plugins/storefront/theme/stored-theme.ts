import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, timestamps } from 'cartwright'
import type { ThemeChanges } from './theme.ts'

const StoredThemeSchema = defineEntity({
  name: 'StorefrontTheme',
  tableName: 'storefront_theme',
  properties: { id: id('theme'), ...timestamps(), changes: p.json<ThemeChanges>() },
})

/** The tokens that the console has changed. The table has one row. */
export class StoredTheme extends StoredThemeSchema.class {}
StoredThemeSchema.setClass(StoredTheme)

export const THEME_ID = 'theme'
