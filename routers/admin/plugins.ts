import { z } from 'zod'
import { FIELD_TABLES, FIELD_TYPES, FIELD_VIEWERS } from '#entities/platform/field/field.ts'
import { CONSOLE_PLACES, describeFields, LINK_PLACES } from '#entities/platform/plugin/installed-plugins.ts'
import { shopOf } from '#entities/shop.ts'
import { rest } from '../context/meta.ts'
import { emptyInput } from '../inputs/common.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'

const Label = z.object({ en: z.string() }).catchall(z.string())

const Field = z.object({
  table: z.enum(FIELD_TABLES),
  name: z.string(),
  label: Label,
  type: z.enum(FIELD_TYPES),
  max_length: z.int().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  values: z.array(z.string()).nullable(),
  example: z.string().nullable(),
  element: z.enum(FIELD_TYPES).nullable(),
  currency_column: z.string().nullable(),
  target: z.string().nullable(),
  accept: z.array(z.string()).nullable(),
  max_bytes: z.int().nullable(),
  is_private: z.boolean(),
  nullable: z.boolean(),
  translated: z.boolean(),
  writable_by: z.array(z.enum(['admin', 'store'])),
  visible_to: z.enum(FIELD_VIEWERS),
  filterable: z.boolean(),
})

/** Each `path` is relative to the address of the console. */
const Plugin = z.object({
  name: z.string(),
  fields: z.array(Field),
  /** The procedures of the administration, such as `packing.pack`. */
  procedures: z.array(z.string()),
  page: z.object({ title: z.string(), path: z.string() }).nullable(),
  panels: z.array(z.object({ place: z.enum(CONSOLE_PLACES), title: z.string(), path: z.string() })),
  actions: z.array(
    z.object({ place: z.enum(CONSOLE_PLACES), label: Label, procedure: z.string(), has_preview: z.boolean() }),
  ),
  /** Each `path` of a link is a path of the shop, with `:id` and `:handle` for columns of the row. */
  links: z.array(z.object({ place: z.enum(LINK_PLACES), label: Label, path: z.string() })),
})

export const plugins = router({
  list: adminProcedure
    .meta(
      rest(
        'GET',
        '/plugins',
        'List the plugins with their fields, and their pages, panels, buttons and links in the console',
      ),
    )
    .input(emptyInput)
    .output(z.object({ plugins: z.array(Plugin) }))
    .query(({ ctx }) => ({
      plugins: shopOf(ctx.em).plugins.map(({ name, fields, procedures, page, panels, actions, links }) => ({
        name,
        fields: describeFields(fields),
        procedures: [...procedures],
        page: page && { title: page.title, path: `plugins/${name}/` },
        panels: [...panels],
        actions: [...actions],
        links: [...links],
      })),
    })),
})
