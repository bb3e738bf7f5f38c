import { Checkbox, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { type Entered, type Readable, requiredNumber } from '#console/components/form/entered.ts'
import { FormPreview } from '#console/components/form/form-preview.tsx'
import { WholeNumberInput } from '#console/components/form/number-input.tsx'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { undoOf } from '#console/components/form/undo-of.ts'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Page } from '#console/components/page.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { PluginFields } from '#console/components/plugin-fields/plugin-fields.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorPage, isLost, LoadingPage, NotFoundPage } from '#console/components/states.tsx'
import { navigation } from '#console/strings/navigation.ts'
import { products } from '#console/strings/products.ts'

const variantRoute = getRouteApi('/shell/products/$id/variants/$variantId')

const CODES = ['sku', 'ean', 'upc', 'barcode'] as const
const MEASURES = ['weight', 'length', 'width', 'height'] as const
const CUSTOMS = ['hs_code', 'mid_code', 'origin_country', 'material'] as const

type Texts = Partial<Record<(typeof CODES)[number] | (typeof CUSTOMS)[number], string | null | undefined>>
type Measures = Partial<Record<(typeof MEASURES)[number], number | null | undefined>>

interface Variant extends Texts, Measures {
  id: string
  title: string
  inventory_quantity: number
  manage_inventory: boolean
  allow_backorder: boolean
}

export function VariantPage() {
  const names = navigation.useWords()
  const { id, variantId } = variantRoute.useParams()
  const { data, error } = useQuery(trpc.admin.products.get.queryOptions({ id }))
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  const { product } = data
  const variant = product.variants?.find((row) => row.id === variantId)
  if (!variant) return <NotFoundPage />
  return (
    <Page
      title={variant.title}
      back={{ to: '/products', text: names.products }}
      subtitle={
        <PageLink to="/products/$id" params={{ id }}>
          {product.title}
        </PageLink>
      }
      width="form"
    >
      <Stack gap="lg">
        <VariantForm key={variant.id} productId={id} variant={variant} />
        <PluginFields
          table="variant"
          row={variant}
          action={trpc.admin.products.updateVariant.mutationOptions()}
          identity={{ id, variant_id: variant.id }}
        />
      </Stack>
    </Page>
  )
}

function VariantForm({ productId, variant }: { productId: string; variant: Variant }) {
  const words = products.useWords()
  const values = {
    title: variant.title,
    inventory_quantity: variant.inventory_quantity as Entered<number>,
    manage_inventory: variant.manage_inventory,
    allow_backorder: variant.allow_backorder,
    ...textsOf(variant),
    ...measuresOf(variant),
  }
  const toInput = ({
    title,
    inventory_quantity,
    manage_inventory,
    allow_backorder,
    ...changed
  }: Readable<typeof values>) => ({
    id: productId,
    variant_id: variant.id,
    title,
    inventory_quantity: requiredNumber(inventory_quantity),
    manage_inventory,
    allow_backorder,
    ...nullIfEmpty(changed),
  })
  const form = useProcedureForm({
    action: trpc.admin.products.updateVariant.mutationOptions(),
    draft: variant.id,
    values,
    toInput,
    // A sale during the edit, or before the Undo, changes the stock.
    sentIfChanged: ['inventory_quantity'],
    undoInput: (saved, before) =>
      saved.inventory_quantity === before.inventory_quantity
        ? undoOf(toInput(saved), toInput(before), ['id', 'variant_id'])
        : undefined,
  })
  const { getInputProps } = form.fields
  const customs = {
    hs_code: words.hsCode,
    mid_code: words.midCode,
    origin_country: words.originCountry,
    material: words.material,
  }
  return (
    <ProcedureForm form={form}>
      <Section title={words.general}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={words.title} required {...getInputProps('title')} />
          {CODES.map((name) => (
            <TextInput key={name} label={words[name]} {...getInputProps(name)} />
          ))}
        </SimpleGrid>
      </Section>
      <Section title={words.stock}>
        <Stack gap="md">
          <WholeNumberInput
            label={words.stock}
            min={form.fields.getValues().allow_backorder ? null : 0}
            {...getInputProps('inventory_quantity')}
          />
          <Checkbox label={words.manageInventory} {...getInputProps('manage_inventory', { type: 'checkbox' })} />
          <Checkbox label={words.allowBackorder} {...getInputProps('allow_backorder', { type: 'checkbox' })} />
        </Stack>
      </Section>
      <Section title={words.shipping}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {MEASURES.map((name) => (
            <WholeNumberInput key={name} label={words[name]} {...getInputProps(name)} />
          ))}
          {CUSTOMS.map((name) => (
            <TextInput key={name} label={customs[name]} {...getInputProps(name)} />
          ))}
        </SimpleGrid>
      </Section>
      <FormPreview form={form} procedure={trpc.admin.products.updateVariant} input={form.input} />
    </ProcedureForm>
  )
}

const textsOf = (variant: Texts) => ({
  sku: variant.sku ?? '',
  ean: variant.ean ?? '',
  upc: variant.upc ?? '',
  barcode: variant.barcode ?? '',
  hs_code: variant.hs_code ?? '',
  mid_code: variant.mid_code ?? '',
  origin_country: variant.origin_country ?? '',
  material: variant.material ?? '',
})

const measuresOf = (variant: Measures): Record<(typeof MEASURES)[number], Entered<number>> => ({
  weight: variant.weight ?? null,
  length: variant.length ?? null,
  width: variant.width ?? null,
  height: variant.height ?? null,
})

type NullIfEmpty<Values> = { [Key in keyof Values]: Exclude<Values[Key], ''> | null }

function nullIfEmpty<Values extends Record<string, string | number | null>>(values: Values): NullIfEmpty<Values>
function nullIfEmpty(values: Record<string, string | number | null>): Record<string, string | number | null> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]))
}
