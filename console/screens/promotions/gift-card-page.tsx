import { Button, CopyButton, SimpleGrid, Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { PreviewProvider } from '#console/components/action/preview-context.ts'
import { DateTimeInput } from '#console/components/form/date-time-input.tsx'
import { type Entered, type Readable, requiredNumber } from '#console/components/form/entered.ts'
import { FormPreview } from '#console/components/form/form-preview.tsx'
import { MoneyInput } from '#console/components/form/number-input.tsx'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Money } from '#console/components/money.tsx'
import { Page } from '#console/components/page.tsx'
import { PluginFields } from '#console/components/plugin-fields/plugin-fields.tsx'
import { Columns, Facts, Section } from '#console/components/section.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { Time } from '#console/components/time.tsx'
import { promotions } from '#console/strings/promotions.ts'
import { GiftCardStatus } from './gift-card-status.tsx'

const giftCardRoute = getRouteApi('/shell/promotions/gift-cards/$id')

export function GiftCardPage() {
  const words = promotions.useWords()
  const { id } = giftCardRoute.useParams()
  const { data, error } = useQuery(trpc.admin.giftCards.get.queryOptions({ id }))
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  const { gift_card: card } = data
  const currency = card.region?.currency_code ?? 'eur'
  return (
    <Page
      title={card.code}
      badges={<GiftCardStatus card={card} />}
      back={{ to: '/promotions/gift-cards', text: words.giftCards }}
      actions={
        <CopyButton value={card.code}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? words.copied : words.copyCode}
            </Button>
          )}
        </CopyButton>
      }
      width="detail"
    >
      <Columns
        main={
          <>
            <GiftCardForm key={card.id} card={card} currency={currency} />
            <PluginFields
              table="gift_card"
              row={card}
              action={trpc.admin.giftCards.update.mutationOptions()}
              identity={{ id }}
            />
          </>
        }
        side={
          <Section title={words.balanceOf}>
            <Facts
              facts={[
                [words.balance, <Money key="balance" amount={card.balance} currency={currency} />],
                [words.value, <Money key="value" amount={card.value} currency={currency} />],
                [words.region, card.region?.name],
                [words.bought, card.order ? words.order(card.order.display_id) : words.issuedByHand],
                [words.issued, <Time key="issued" at={card.created_at} />],
              ]}
            />
          </Section>
        }
      />
    </Page>
  )
}

type GiftCard = inferRouterOutputs<AppRouter>['admin']['giftCards']['get']['gift_card']

interface CardValues {
  balance: Entered<number>
  ends_at: Entered<Date>
  is_disabled: boolean
}

function GiftCardForm({ card, currency }: { card: GiftCard; currency: string }) {
  const words = promotions.useWords()
  const { balance, ends_at, is_disabled } = card
  const values: CardValues = { balance, ends_at, is_disabled }
  const toInput = ({ balance: next, ...changes }: Readable<CardValues>) => ({
    id: card.id,
    ...changes,
    balance: requiredNumber(next),
  })
  const form = useProcedureForm({
    action: trpc.admin.giftCards.update.mutationOptions(),
    isFinal: true,
    draft: card.id,
    values,
    toInput,
    // A sale during the edit changes the balance.
    sentIfChanged: ['balance'],
  })
  return (
    <ProcedureForm form={form}>
      <Section title={words.validity}>
        <Stack>
          <Switch
            label={words.enabledLabel}
            checked={!form.fields.getValues().is_disabled}
            onChange={(event) => form.fields.setFieldValue('is_disabled', !event.currentTarget.checked)}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <MoneyInput label={words.balance} currency={currency} {...form.fields.getInputProps('balance')} />
            <DateTimeInput label={words.endsAt} {...form.fields.getInputProps('ends_at')} />
          </SimpleGrid>
        </Stack>
      </Section>
      <PreviewProvider value={{ currency }}>
        <FormPreview form={form} procedure={trpc.admin.giftCards.update} input={form.input} />
      </PreviewProvider>
    </ProcedureForm>
  )
}
