import { ActionIcon, Box, Button, Menu, Table, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconDots } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { useCurrencies } from '#console/app/use-currencies.ts'
import { RowPreviews } from '#console/components/action/row-previews.tsx'
import { Allowed } from '#console/components/allowed.tsx'
import { useConfirm } from '#console/components/confirm.tsx'
import { MoneyInput, WholeNumberInput } from '#console/components/form/number-input.tsx'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { notifyDone } from '#console/components/notify.ts'
import { Section } from '#console/components/section.tsx'
import { common } from '#console/strings/common.ts'
import { products } from '#console/strings/products.ts'
import { AddVariant } from './add-variant.tsx'
import { type GridVariant, useVariantGrid } from './use-variant-grid.ts'
import classes from './variant-grid.module.css'

interface VariantGridProps {
  product: {
    id: string
    options?: { id: string; title: string; values?: { value: string }[] | undefined }[] | undefined
    variants?: GridVariant[] | undefined
  }
}

export function VariantGrid({ product }: VariantGridProps) {
  const words = products.useWords()
  const variants = product.variants ?? []
  const add = () => {
    const modal = modals.open({
      title: words.addVariant,
      children: (
        <AddVariant productId={product.id} options={product.options ?? []} onDone={() => modals.close(modal)} />
      ),
    })
  }
  return (
    <Section
      title={words.variants}
      isFlush
      actions={
        <Allowed needs="products.addVariant">
          <Button size="compact-sm" variant="subtle" onClick={add}>
            {words.addVariant}
          </Button>
        </Allowed>
      }
    >
      <Grid key={variants.map(({ id }) => id).join()} productId={product.id} variants={variants} />
    </Section>
  )
}

function Grid({ productId, variants }: { productId: string; variants: readonly GridVariant[] }) {
  const words = products.useWords()
  const currencies = useCurrencies()
  const form = useVariantGrid({ id: productId, variants })
  return (
    <ProcedureForm form={form}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the table */}
      <div className={classes.grid} tabIndex={0}>
        <Table aria-label={words.variants} horizontalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th className={classes.title}>{words.title}</Table.Th>
              <Table.Th className={classes.sku}>{words.sku}</Table.Th>
              <Table.Th className={classes.stock}>{words.stock}</Table.Th>
              {currencies.map((currency) => (
                <Table.Th key={currency} className={classes.amount}>
                  {words.priceIn(currency.toUpperCase())}
                </Table.Th>
              ))}
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {variants.map((variant) => (
              <VariantRow
                key={variant.id}
                productId={productId}
                variant={variant}
                currencies={currencies}
                fields={form.fields}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {form.previewed.length > 0 && (
        <Box p="md">
          <RowPreviews procedure={trpc.admin.products.updateVariant} rows={form.previewed} isRunning={form.isSaving} />
        </Box>
      )}
    </ProcedureForm>
  )
}

interface VariantRowProps {
  productId: string
  variant: GridVariant
  currencies: readonly string[]
  fields: ReturnType<typeof useVariantGrid>['fields']
}

function VariantRow({ productId, variant, currencies, fields }: VariantRowProps) {
  const words = products.useWords()
  const path = `rows.${variant.id}`
  const { title } = variant
  return (
    <Table.Tr>
      <Table.Td>
        <TextInput aria-label={words.titleOf(title)} {...fields.getInputProps(`${path}.title`)} />
      </Table.Td>
      <Table.Td>
        <TextInput aria-label={words.skuOf(title)} {...fields.getInputProps(`${path}.sku`)} />
      </Table.Td>
      <Table.Td>
        {variant.manage_inventory ? (
          <WholeNumberInput
            aria-label={words.stockOf(title)}
            min={variant.allow_backorder ? null : 0}
            {...fields.getInputProps(`${path}.inventory_quantity`)}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {words.notManaged}
          </Text>
        )}
      </Table.Td>
      {currencies.map((currency) => (
        <Table.Td key={currency}>
          <MoneyInput
            aria-label={words.priceOf(title, currency.toUpperCase())}
            currency={currency}
            {...fields.getInputProps(`${path}.prices.${currency}`)}
          />
        </Table.Td>
      ))}
      <Table.Td>
        <VariantMenu productId={productId} variant={variant} />
      </Table.Td>
    </Table.Tr>
  )
}

function VariantMenu({ productId, variant }: { productId: string; variant: GridVariant }) {
  const words = products.useWords()
  const { edit, delete: deleteText, more } = common.useWords()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const remove = useMutation(
    trpc.admin.products.deleteVariant.mutationOptions({
      onSuccess: () => notifyDone(words.variantDeleted),
    }),
  )
  const askToDelete = async () => {
    const text = words.deleteVariantText(variant.title)
    if (await confirm({ title: words.deleteVariant, text, action: deleteText, isDangerous: true }))
      remove.mutate({ id: productId, variant_id: variant.id })
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`${more}: ${variant.title}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() =>
            navigate({ to: '/products/$id/variants/$variantId', params: { id: productId, variantId: variant.id } })
          }
        >
          {edit}
        </Menu.Item>
        <Allowed needs="products.deleteVariant">
          <Menu.Item c="var(--danger)" onClick={() => void askToDelete()}>
            {deleteText}
          </Menu.Item>
        </Allowed>
      </Menu.Dropdown>
    </Menu>
  )
}
