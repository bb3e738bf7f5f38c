import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { trpc } from '#console/app/api.ts'
import { lazyPart } from '#console/app/lazy-parts.ts'
import { PreviewProvider } from '#console/components/action/preview-context.ts'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { ProcedurePreview } from '#console/components/action/procedure-preview.tsx'
import { Page } from '#console/components/page.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { PluginFields } from '#console/components/plugin-fields/plugin-fields.tsx'
import { Columns } from '#console/components/section.tsx'
import { ErrorPage, isLost, LoadingLines, LoadingPage } from '#console/components/states.tsx'
import { useUndoableDeletion } from '#console/components/use-undoable-deletion.ts'
import { WhenNear } from '#console/components/when-near.tsx'
import { common } from '#console/strings/common.ts'
import { promotions } from '#console/strings/promotions.ts'
import { DiscountConditions } from './discount-conditions.tsx'
import { DiscountForm } from './discount-form.tsx'
import { DiscountStatus, discountTitle } from './discount-status.tsx'
import { UsageSection } from './usage-section.tsx'
import { CONDITION_KINDS } from './use-resources.ts'

const Simulation = lazyPart(async () => (await import('./simulation.tsx')).Simulation)
const CodeForm = lazyPart(async () => (await import('./code-form.tsx')).CodeForm)
const DynamicCodes = lazyPart(async () => (await import('./dynamic-codes.tsx')).DynamicCodes)

const discountRoute = getRouteApi('/shell/promotions/$id')

const EXPAND = [
  'parent_discount.regions',
  'regions',
  ...CONDITION_KINDS.map((name) => `rule.conditions.${name}`),
].join()

export function DiscountPage() {
  const words = promotions.useWords()
  const { delete: deleteText } = common.useWords()
  const navigate = discountRoute.useNavigate()
  const showDeletion = useUndoableDeletion()
  const { id } = discountRoute.useParams()
  const { data, error } = useQuery(trpc.admin.discounts.get.queryOptions({ id, expand: EXPAND }))
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  const { discount } = data
  const { parent_discount: parent } = discount
  const [region] = parent?.regions ?? discount.regions ?? []
  const currency = region?.currency_code ?? 'eur'
  return (
    <PreviewProvider value={{ currency, isPercentage: discount.rule?.type === 'percentage' }}>
      <Page
        title={discount.code}
        badges={<DiscountStatus discount={discount} />}
        subtitle={
          parent ? (
            <PageLink to="/promotions/$id" params={{ id: parent.id }} size="sm">
              {words.ofDiscount(parent.code)}
            </PageLink>
          ) : (
            discountTitle(discount, words)
          )
        }
        back={{ to: '/promotions', text: words.discounts }}
        actions={
          <ProcedureButton
            procedure={trpc.admin.discounts.delete}
            input={{ id }}
            text={deleteText}
            size="sm"
            isDangerous
            question={{
              title: words.deleteTitle(1),
              text: words.deleteText,
              preview: <ProcedurePreview procedure={trpc.admin.discounts.delete} input={{ id }} />,
            }}
            onDone={() => {
              showDeletion('discount', id)
              return navigate({ to: '/promotions' })
            }}
          />
        }
        width="detail"
      >
        <Columns
          main={
            <>
              {parent ? (
                <Suspense fallback={<LoadingLines lines={16} />}>
                  <CodeForm key={discount.id} discount={discount} />
                </Suspense>
              ) : (
                <DiscountForm key={discount.id} discount={discount} />
              )}
              <WhenNear height={150}>
                <Simulation input={{ discount_id: id }} />
              </WhenNear>
              <PluginFields
                table="discount"
                row={discount}
                action={trpc.admin.discounts.update.mutationOptions()}
                identity={{ id }}
              />
            </>
          }
          side={
            <>
              {!parent && <DiscountConditions discount={discount} />}
              {discount.is_dynamic && !parent && (
                <Suspense fallback={<LoadingLines lines={6} />}>
                  <DynamicCodes discount={discount} />
                </Suspense>
              )}
              <UsageSection discount={discount} />
            </>
          }
        />
      </Page>
    </PreviewProvider>
  )
}
