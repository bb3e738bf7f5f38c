import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { Allowed } from '#console/components/allowed.tsx'
import { Money } from '#console/components/money.tsx'
import { Facts, Section } from '#console/components/section.tsx'
import { Time } from '#console/components/time.tsx'
import { common } from '#console/strings/common.ts'
import { promotions } from '#console/strings/promotions.ts'

interface UsageSectionProps {
  discount: { id: string; usage_count: number; created_at: Date }
}

/** The uses of a promotion and the money that it has given. */
export function UsageSection({ discount }: UsageSectionProps) {
  const words = promotions.useWords()
  const { created } = common.useWords()
  const { id, usage_count, created_at } = discount
  return (
    <Section title={words.usage}>
      <Facts
        facts={[
          [words.usage, usage_count],
          [created, <Time key="created" at={created_at} />],
        ]}
      />
      <Allowed needs="orders.list">
        <GivenMoney id={id} />
      </Allowed>
    </Section>
  )
}

function GivenMoney({ id }: { id: string }) {
  const words = promotions.useWords()
  const { usage = [] } = useQuery(trpc.admin.discounts.usage.queryOptions({ id })).data ?? {}
  if (usage.length === 0) return null
  return (
    <>
      <Facts
        facts={usage.map(({ currency_code, orders, given }) => [
          words.givenIn(orders),
          <Money key={currency_code} amount={given} currency={currency_code} />,
        ])}
      />
      <Link to="/orders" search={{ discount_id: id }}>
        {words.ordersOfDiscount}
      </Link>
    </>
  )
}
