import { Alert, Box, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { queryClient, trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { refreshOnce } from '#console/app/live/refresh-after-mutation.ts'
import { useMay } from '#console/app/permissions.ts'
import { PreviewProvider } from '#console/components/action/preview-context.ts'
import { ProcedurePreview } from '#console/components/action/procedure-preview.tsx'
import { Allowed } from '#console/components/allowed.tsx'
import { type Entered, isUnreadable } from '#console/components/form/entered.ts'
import { MoneyInput } from '#console/components/form/number-input.tsx'
import { OtherChangesNotice } from '#console/components/form/other-changes-notice.tsx'
import { useLeaveGuard } from '#console/components/form/use-leave-guard.ts'
import { cursorPages } from '#console/components/list/use-list.ts'
import { formatMoney } from '#console/components/money.tsx'
import { notifyDone } from '#console/components/notify.ts'
import { Section } from '#console/components/section.tsx'
import { ErrorState, LoadingLines, useErrorText } from '#console/components/states.tsx'
import tableClasses from '#console/components/table-section.module.css'
import { variantName } from '#console/components/variants/variant-name.ts'
import { common } from '#console/strings/common.ts'
import { priceLists } from '#console/strings/price-lists.ts'
import { useAddProducts } from './add-products.tsx'
import {
  type Changes,
  cellKey,
  listedPrice,
  type Market,
  type Product,
  replacedPrice,
  toPriceWrites,
  type Variant,
} from './price-changes.ts'
import { useMarkets } from './use-markets.ts'
import { storedAmounts, usePriceEdits } from './use-price-edits.ts'

/** The prices of a list: one row for each variant, one column for each currency or region. */
export function PriceGrid({ priceListId }: { priceListId: string }) {
  const words = priceLists.useWords()
  const markets = useMarkets()
  const [kind, setKind] = useState<'currencies' | 'regions'>('currencies')
  const [added, setAdded] = useState<readonly Product[]>([])
  const addProducts = useAddProducts()
  const pages = useInfiniteQuery(
    trpc.admin.priceLists.listProducts.infiniteQueryOptions({ price_list_id: priceListId, limit: 50 }, cursorPages),
  )
  const listed = pages.data?.pages.flatMap((page) => page.products) ?? []
  const products = [...added.filter(({ id }) => listed.every((product) => product.id !== id)), ...listed]
  const allMarkets = [...markets.currencies, ...markets.regions]
  const [isSaving, setSaving] = useState(false)
  const edits = usePriceEdits(storedAmounts(products, { markets: allMarkets, priceListId }), isSaving)
  const { changes } = edits
  useLeaveGuard(changes.size > 0 && !isSaving, { text: words.leavePrices, isKept: false })
  const amountText = (key: string, value: unknown) => {
    const market = allMarkets.find((one) => key.endsWith(` ${one.key}`))
    return market && typeof value === 'number' ? formatMoney(value, market.currency_code) : undefined
  }
  return (
    <div data-fields>
      <Section
        title={words.prices}
        isFlush
        actions={
          <>
            <SegmentedControl
              size="xs"
              aria-label={words.markets}
              data={[
                { value: 'currencies', label: words.byCurrency },
                { value: 'regions', label: words.byRegion },
              ]}
              value={kind}
              onChange={(value) => setKind(value === 'regions' ? 'regions' : 'currencies')}
            />
            <Allowed needs="priceLists.addPrices">
              <Button
                size="xs"
                variant="default"
                onClick={async () => setAdded([...(await addProducts(priceListId)), ...added])}
              >
                {words.addProducts}
              </Button>
            </Allowed>
          </>
        }
      >
        {pages.isPending && <LoadingLines lines={16} />}
        {pages.error && <ErrorState error={pages.error} retry={() => void pages.refetch()} />}
        {!pages.isPending && products.length === 0 && (
          <Text size="sm" c="dimmed" p="lg">
            {words.noPrices}
          </Text>
        )}
        {edits.others && (
          <Box p="md">
            <OtherChangesNotice row={priceListId} changes={edits.others} textOf={amountText} />
          </Box>
        )}
        {products.length > 0 && (
          <PriceTable
            products={products}
            markets={markets[kind]}
            priceListId={priceListId}
            changes={changes}
            onChange={edits.setAmount}
          />
        )}
        {pages.hasNextPage && (
          <Group justify="center" p="md">
            <Button
              variant="default"
              size="xs"
              loading={pages.isFetchingNextPage}
              onClick={() => void pages.fetchNextPage()}
            >
              {words.more}
            </Button>
          </Group>
        )}
        {changes.size > 0 && (
          <SavePrices
            changes={changes}
            priceListId={priceListId}
            products={products}
            markets={allMarkets}
            isSaving={isSaving}
            onSave={setSaving}
            onDone={edits.discard}
          />
        )}
      </Section>
    </div>
  )
}

interface PriceTableProps {
  products: readonly Product[]
  markets: readonly Market[]
  priceListId: string
  changes: Changes
  onChange(key: string, amount: Entered<number>): void
}

function PriceTable({ products, markets, ...cells }: PriceTableProps) {
  const words = priceLists.useWords()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a wide table
    <div className={tableClasses.wide} tabIndex={0}>
      <table aria-label={words.prices} className={tableClasses.table} style={{ minWidth: 220 + markets.length * 150 }}>
        <thead>
          <tr>
            <th style={{ minWidth: '8rem' }}>{words.product}</th>
            {markets.map((market) => (
              <th key={market.key}>{market.name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <Fragment key={product.id}>
              <tr>
                <th colSpan={markets.length + 1} scope="rowgroup">
                  {product.title}
                </th>
              </tr>
              {product.variants?.map((variant) => (
                <PriceRow key={variant.id} variant={variant} product={product} markets={markets} {...cells} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface PriceRowProps extends Omit<PriceTableProps, 'products'> {
  variant: Variant
  product: Product
}

function PriceRow({ variant, product, markets, priceListId, changes, onChange }: PriceRowProps) {
  const words = priceLists.useWords()
  const mayChange = useMay()('priceLists.addPrices')
  return (
    <tr>
      <td>{variant.title}</td>
      {markets.map((market) => {
        const key = cellKey(variant, market)
        const replaced = replacedPrice(variant, market)
        const replacedText = replaced && formatMoney(replaced.amount, market.currency_code)
        return (
          <td key={market.key}>
            <MoneyInput
              size="xs"
              readOnly={!mayChange}
              currency={market.currency_code}
              data-path={key}
              aria-label={words.cell(variantName(product.title, variant.title, ', '), market.name)}
              placeholder={replacedText ?? ''}
              {...(replacedText ? { title: words.usual(replacedText) } : {})}
              value={changes.has(key) ? changes.get(key) : listedPrice(variant, market, priceListId)?.amount}
              onChange={(amount) => onChange(key, amount)}
            />
          </td>
        )
      })}
    </tr>
  )
}

interface SavePricesProps {
  changes: Changes
  products: readonly Product[]
  markets: readonly Market[]
  priceListId: string
  isSaving: boolean
  onSave(isSaving: boolean): void
  onDone(): void
}

function SavePrices({ changes, products, markets, priceListId, isSaving, onSave, onDone }: SavePricesProps) {
  const words = priceLists.useWords()
  const { saved, fixErrors } = common.useWords()
  const textOf = useErrorText()
  const [failure, setFailure] = useState<unknown>()
  const problem = failure === undefined ? undefined : textOf(failure)
  const isUnfinished = [...changes.values()].some(isUnreadable)
  const add = useMutation(trpc.admin.priceLists.addPrices.mutationOptions(shownInPlace))
  const remove = useMutation(trpc.admin.priceLists.removePrices.mutationOptions(shownInPlace))
  const { prices, removed } = toPriceWrites(changes, {
    variants: products.flatMap(({ variants = [] }) => variants),
    markets,
    priceListId,
  })
  const added = prices.length > 0 ? { id: priceListId, prices } : undefined
  const deleted = removed.length > 0 ? { id: priceListId, price_ids: removed } : undefined
  const save = async () => {
    if (isUnfinished) return document.querySelector<HTMLElement>('[data-fields] [aria-invalid=true]')?.focus()
    onSave(true)
    setFailure(undefined)
    try {
      await refreshOnce(queryClient, async () => {
        if (added) await add.mutateAsync(added)
        if (deleted) await remove.mutateAsync(deleted)
      })
      onDone()
      notifyDone(saved)
    } catch (error) {
      setFailure(error)
    } finally {
      onSave(false)
    }
  }
  return (
    <Stack p="md" gap="sm">
      <PreviewProvider value={contextOf(products)}>
        <ProcedurePreview procedure={trpc.admin.priceLists.addPrices} input={added} isRunning={isSaving} />
        <ProcedurePreview procedure={trpc.admin.priceLists.removePrices} input={deleted} isRunning={isSaving} />
      </PreviewProvider>
      {(isUnfinished || problem) && (
        <Alert color="red" role="alert">
          {isUnfinished ? fixErrors : problem}
        </Alert>
      )}
      <Group justify="flex-end">
        <Text size="sm" c="dimmed" me="auto" role="status">
          {words.changed(changes.size)}
        </Text>
        <Button variant="default" onClick={onDone}>
          {words.discardPrices}
        </Button>
        <Button loading={isSaving} onClick={() => void save()}>
          {words.savePrices}
        </Button>
      </Group>
    </Stack>
  )
}

/** The names of the variants and of their prices, and the currencies of the prices. */
function contextOf(products: readonly Product[]) {
  const names: Record<string, string> = {}
  const currencies: Record<string, string> = {}
  for (const { title, variants = [] } of products)
    for (const variant of variants) {
      const name = variantName(title, variant.title, ', ')
      names[variant.id] = name
      for (const { id, currency_code } of variant.prices ?? []) {
        names[id] = name
        currencies[id] = currency_code
      }
    }
  return { currency: 'eur', names, currencies }
}
