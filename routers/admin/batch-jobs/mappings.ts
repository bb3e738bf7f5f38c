import { z } from 'zod'
import { deleteMapping, findMappings, saveMapping } from '#entities/catalogue/import-export/mapping/manage-mappings.ts'
import { previewMapping } from '#entities/catalogue/import-export/mapping/preview-mapping.ts'
import { assertCanReadFile } from '#entities/people/role/assert-can-read-file.ts'
import { isFileKey, parseFileKey } from '#entities/platform/file/file-key.ts'
import { rest } from '../../context/meta.ts'
import { emptyInput, requiredText } from '../../inputs/common.ts'
import { adminDeletion } from '../../procedures/row-mutation.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'

const MAX_COLUMNS = 2000

const columns = z
  .record(z.string().min(1).max(1000), z.string().max(200).nullable())
  .refine((fields) => Object.keys(fields).length <= MAX_COLUMNS, `Use at most ${MAX_COLUMNS} columns`)
  .describe('The field of each title, such as `Product Title` or `Price`. Null: the column is not imported.')

const ImportMappingInput = z.strictObject({ name: requiredText.max(60), columns })

const StoredMapping = z.object({ id: z.string(), name: z.string(), columns })

const Preview = z.object({
  name: z.string().nullable().describe('Of the saved mapping for these titles.'),
  columns: z.array(z.object({ title: z.string(), field: z.string().nullable(), samples: z.array(z.string()) })),
  fields: z.array(z.string()).describe('All fields.'),
  rows: z.array(z.record(z.string(), z.string())).describe('The first rows in the columns of a product file.'),
})

export const batchJobMappings = router({
  listMappings: adminProcedure
    .meta(rest('GET', '/import-mappings', 'List the mappings of tables to products'))
    .input(emptyInput)
    .output(z.object({ import_mappings: z.array(StoredMapping) }))
    .query(async ({ ctx }) => ({ import_mappings: await findMappings(ctx.em) })),

  saveMapping: adminProcedure
    .meta(rest('POST', '/import-mappings', 'Save the mapping of a table for files with the same titles'))
    .input(ImportMappingInput)
    .output(z.object({ import_mapping: StoredMapping }))
    .mutation(async ({ ctx, input }) => ({ import_mapping: await saveMapping(ctx.em, input) })),

  previewMapping: adminProcedure
    .meta(
      rest('POST', '/import-mappings/preview', 'Preview the products that a mapping makes of a table', {
        // Reading a file must not hold a database connection.
        manualTransactions: true,
        noDryRun: 'A preview changes nothing.',
      }),
    )
    .input(
      z.strictObject({
        file_key: z.string().refine(isFileKey, 'file_key is not valid'),
        columns: columns.optional().describe('Default: the saved mapping for the titles, or a proposal.'),
        currency: z.string().max(3).optional(),
      }),
    )
    .output(Preview)
    .mutation(async ({ ctx, input: { file_key, ...mapping } }) => {
      const file = parseFileKey(file_key)
      await assertCanReadFile(ctx.em, ctx.services.batchTypes, { grants: ctx.grants, file })
      return previewMapping(ctx.em, { read: () => ctx.services.files.read(file), ...mapping })
    }),

  deleteMapping: adminDeletion('import_mapping')
    .meta(rest('DELETE', '/import-mappings/{id}', 'Delete the mapping of a table'))
    .mutation(({ ctx, input: { id } }) => deleteMapping(ctx.em, id)),
})
