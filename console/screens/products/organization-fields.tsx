import { Pill, PillsInput, Stack, TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { lazyAfterInput } from '#console/app/lazy-parts.ts'
import { Section } from '#console/components/section.tsx'
import { products } from '#console/strings/products.ts'
import type { InputOf } from './form-input.ts'
import { optionsOf } from './organization-options.ts'
import type { ProductRow } from './product-row.ts'

const OrganizationInputs = lazyAfterInput(async () => (await import('./organization-inputs.tsx')).OrganizationInputs)

export interface OrganizationFieldsProps {
  inputOf: InputOf
  /** Undefined for a new product. */
  product?: ProductRow
}

/** Where customers find the product: its collection, categories, type, tags and sales channels. */
export function OrganizationFields(props: OrganizationFieldsProps) {
  const words = products.useWords()
  return (
    <Section title={words.organization}>
      <Stack gap="md">
        <Suspense fallback={<EarlyFields {...props} />}>
          <OrganizationInputs {...props} />
        </Suspense>
      </Stack>
    </Section>
  )
}

/** The same fields with the names of the product, until the lists to choose from have loaded with the first input. */
function EarlyFields({ inputOf, product }: OrganizationFieldsProps) {
  const words = products.useWords()
  const names = new Map(
    optionsOf([product?.collection ? [product.collection] : [], product?.categories, product?.sales_channels]).map(
      ({ value, label }) => [value, label],
    ),
  )
  const namesIn = (path: string): string[] => [inputOf(path).value ?? []].flat().map((id) => names.get(id) ?? id)
  return (
    <>
      <TextInput label={words.collection} value={namesIn('collection_id').join()} readOnly data-path="collection_id" />
      <EarlyPills label={words.categories} path="categories" isSelect names={namesIn('categories')} />
      <TextInput
        label={words.type}
        description={words.typeHint}
        value={inputOf('type').value}
        readOnly
        data-path="type"
      />
      <EarlyPills label={words.tags} description={words.tagsHint} path="tags" names={namesIn('tags')} />
      <EarlyPills label={words.salesChannels} path="sales_channels" isSelect names={namesIn('sales_channels')} />
    </>
  )
}

interface EarlyPillsProps {
  label: string
  description?: string
  path: string
  names: readonly string[]
  /** Whether the field has an arrow at its end. */
  isSelect?: boolean
}

const EarlyPills = ({ path, names, isSelect = false, ...texts }: EarlyPillsProps) => (
  <PillsInput {...texts} rightSection={isSelect && <span />}>
    <Pill.Group>
      {names.map((name) => (
        <Pill key={name} withRemoveButton>
          {name}
        </Pill>
      ))}
      <PillsInput.Field readOnly data-path={path} aria-label={texts.label} />
    </Pill.Group>
  </PillsInput>
)
