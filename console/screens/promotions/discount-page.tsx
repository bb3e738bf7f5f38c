import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { PreviewProvider } from '#console/components/action/preview-context.ts'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { ProcedurePreview } from '#console/components/action/procedure-preview.tsx'
import { Page } from '#console/components/page.tsx'
import { PluginFields } from '#console/components/plugin-fields/plugin-fields.tsx'
import { Columns } from '#console/components/section.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { useUndoableDeletion } from '#console/components/use-undoable-deletion.ts'
import { common } from '#console/strings/common.ts'
import { promotions } from '#console/strings/promotions.ts'
import { DiscountConditions } from './discount-conditions.tsx'
import { DiscountForm } from './discount-form.tsx'
import { DiscountStatus, discountValue } from './discount-status.tsx'
import { DynamicCodes } from './dynamic-codes.tsx'
import { Simulation } from './simulation.tsx'
import { UsageSection } from './usage-section.tsx'
import { CONDITION_KINDS } from './use-resources.ts'

const discountRoute = getRouteApi('/shell/promotions/$id')

const EXPAND = ['parent_discount', 'regions', ...CONDITION_KINDS.map((name) => `rule.conditions.${name}`)].join()

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
  const currency = discount.regions?.[0]?.currency_code ?? 'eur'
  return (
    <PreviewProvider value={{ currency, isPercentage: discount.rule?.type === 'percentage' }}>
      <Page
        title={discount.code}
        badges={<DiscountStatus discount={discount} />}
        subtitle={
          discount.parent_discount
            ? words.ofDiscount(discount.parent_discount.code)
            : words.off(discountValue(discount, words))
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
              <DiscountForm key={discount.id} discount={discount} />
              <Simulation input={{ discount_id: id }} />
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
              <DiscountConditions discount={discount} />
              {discount.is_dynamic && !discount.parent_discount_id && <DynamicCodes discount={discount} />}
              <UsageSection discount={discount} />
            </>
          }
        />
      </Page>
    </PreviewProvider>
  )
}
