import { z } from 'zod'
import { FIELD_TABLES, FIELD_TYPES, FIELD_VIEWERS } from '#entities/platform/field/field.ts'
import { describeFields } from '#entities/platform/plugin/installed-plugins.ts'
import { shopOf } from '#entities/shop.ts'
import { rest } from '../context/meta.ts'
import { emptyInput } from '../inputs/common.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'

const Field = z.object({
  table: z.enum(FIELD_TABLES),
  name: z.string(),
  label: z.object({ en: z.string() }).catchall(z.string()),
  type: z.enum(FIELD_TYPES),
  max_length: z.int().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  values: z.array(z.string()).nullable(),
  example: z.string().nullable(),
  element: z.enum(FIELD_TYPES).nullable(),
  currency_column: z.string().nullable(),
  nullable: z.boolean(),
  writable_by: z.array(z.enum(['admin', 'store'])),
  visible_to: z.enum(FIELD_VIEWERS),
  filterable: z.boolean(),
})

const Plugin = z.object({
  name: z.string(),
  fields: z.array(Field),
  /** `path` is relative to the address of the console. */
  page: z.object({ title: z.string(), path: z.string() }).nullable(),
})

export const plugins = router({
  list: adminProcedure
    .meta(rest('GET', '/plugins', 'List the plugins with their fields and pages'))
    .input(emptyInput)
    .output(z.object({ plugins: z.array(Plugin) }))
    .query(({ ctx }) => ({
      plugins: shopOf(ctx.em).plugins.map(({ name, fields, page }) => ({
        name,
        fields: describeFields(fields),
        page: page && { title: page.title, path: `plugins/${name}/` },
      })),
    })),
})
