import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { NewRowFieldInputs } from '#console/components/plugin-fields/new-row-fields.tsx'
import { products } from '#console/strings/products.ts'
import { isTooLarge, MAX_COMBINATIONS } from './product-structure.ts'
import type { VariantForm } from './use-variant-structure.ts'

/** The variants that the next save adds and deletes, and the combinations without a variant. */
export function StructureNotes({ form }: { form: VariantForm }) {
  const words = products.useWords()
  const { added, deleted, gaps } = form.structure
  const { options, removed } = form.fields.getValues()
  const isTooMany = isTooLarge(options)
  const isEmpty = added.length + deleted.length + gaps === 0 && !isTooMany
  return (
    // Screen readers announce only the changes of a region that exists.
    <Stack gap="xs" p={isEmpty ? 0 : 'md'} aria-live="polite">
      {isTooMany && <Alert color="yellow">{words.tooManyCombinations(MAX_COMBINATIONS)}</Alert>}
      {added.length > 0 && <Text size="sm">{words.addsVariants(added.length)}</Text>}
      {deleted.length > 0 && (
        <Alert color="yellow">
          {words.deletesVariants(
            deleted.length,
            deleted
              .slice(0, SHOWN_NAMES)
              .map(({ title }) => title)
              .join(', '),
          )}
        </Alert>
      )}
      <Group gap="xs" display={isEmpty ? 'none' : undefined}>
        {removed.length > 0 && (
          <Button size="xs" variant="default" onClick={() => form.changeStructure({ removed: [] })}>
            {words.keepVariants}
          </Button>
        )}
        {gaps > 0 && removed.length === 0 && (
          <Button size="xs" variant="default" onClick={() => form.changeStructure({ fillsGaps: true })}>
            {words.fillGaps(gaps)}
          </Button>
        )}
      </Group>
      {added.length > 0 && form.variantFields.length > 0 && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NewRowFieldInputs fields={form.variantFields} form={form.fields} path="variant" />
        </SimpleGrid>
      )}
    </Stack>
  )
}

const SHOWN_NAMES = 10
