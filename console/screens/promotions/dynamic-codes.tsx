import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { ProcedurePreview } from '#console/components/action/procedure-preview.tsx'
import { Allowed } from '#console/components/allowed.tsx'
import { useConfirm } from '#console/components/confirm.tsx'
import { type Entered, isUnreadable } from '#console/components/form/entered.ts'
import { WholeNumberInput } from '#console/components/form/number-input.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorState } from '#console/components/states.tsx'
import { common } from '#console/strings/common.ts'
import { promotions } from '#console/strings/promotions.ts'
import type { Discount } from './discount-form.tsx'
import { DownloadCodes } from './download-codes.tsx'
import { ManyCodes } from './many-codes.tsx'

const SHOWN = 20

/** The codes of a discount for single buyers. */
export function DynamicCodes({ discount }: { discount: Discount }) {
  const words = promotions.useWords()
  const { delete: deleteWord } = common.useWords()
  const confirm = useConfirm()
  const [code, setCode] = useState('')
  const [limit, setLimit] = useState<Entered<number>>(1)
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search.trim(), 200)
  const { data, isPlaceholderData } = useQuery(
    trpc.admin.discounts.list.queryOptions(
      { parent_discount_id: discount.id, limit: SHOWN, expand: '', order: '-created_at', q: q || undefined },
      { placeholderData: keepPreviousData },
    ),
  )
  const codes = data?.discounts ?? []
  const count = data?.count ?? 0
  // The codes that a search has found stay until all codes are shown again.
  const isSearched = search !== '' || q !== '' || isPlaceholderData
  const add = useMutation(
    trpc.admin.discounts.createDynamicCode.mutationOptions({
      ...shownInPlace,
      onSuccess: () => setCode(''),
    }),
  )
  const remove = useMutation(trpc.admin.discounts.deleteDynamicCode.mutationOptions())
  const askAndRemove = async (code: string) => {
    const input = { id: discount.id, code }
    const isConfirmed = await confirm({
      title: `${words.deleteCode(code)}?`,
      text: words.deleteCodeText,
      action: deleteWord,
      isDangerous: true,
      preview: <ProcedurePreview procedure={trpc.admin.discounts.deleteDynamicCode} input={input} />,
    })
    if (isConfirmed) remove.mutate(input)
  }
  return (
    <Section title={words.dynamicCodes} actions={(isSearched || count > 0) && <DownloadCodes discount={discount} />}>
      <Stack gap="sm">
        {(isSearched || count > SHOWN) && (
          <TextInput
            type="search"
            aria-label={words.findCode}
            placeholder={words.findCode}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        {data && codes.length === 0 && (
          <Text size="sm" c="dimmed">
            {q ? words.noCodeFound : words.noCodes}
          </Text>
        )}
        {codes.map((one) => (
          <Group key={one.id} justify="space-between" wrap="nowrap">
            <PageLink to="/promotions/$id" params={{ id: one.id }} size="sm">
              {one.code}
            </PageLink>
            <Group gap="xs" wrap="nowrap">
              <Text size="sm" c="dimmed">
                {one.usage_limit === null ? one.usage_count : words.usageOf(one.usage_count, one.usage_limit)}
              </Text>
              <Allowed needs="discounts.deleteDynamicCode">
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={words.deleteCode(one.code)}
                  onClick={() => void askAndRemove(one.code)}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </Allowed>
            </Group>
          </Group>
        ))}
        {count > codes.length && (
          <Text size="sm" c="dimmed">
            {words.moreCodes(count - codes.length)}
          </Text>
        )}
        <Allowed needs="discounts.createDynamicCode">
          <form
            onSubmit={(event) => {
              event.preventDefault()
              if (!isUnreadable(limit)) add.mutate({ id: discount.id, code: code.trim(), usage_limit: limit })
            }}
          >
            <Stack gap="xs">
              <TextInput label={words.code} value={code} onChange={(event) => setCode(event.currentTarget.value)} />
              <WholeNumberInput
                label={words.usageLimit}
                description={words.usageLimitHint}
                min={1}
                value={limit}
                onChange={setLimit}
              />
              <Button
                type="submit"
                variant="default"
                size="xs"
                disabled={code.trim() === '' || isUnreadable(limit)}
                loading={add.isPending}
              >
                {words.addCode}
              </Button>
            </Stack>
          </form>
        </Allowed>
        {add.error && <ErrorState error={add.error} />}
        <Allowed needs="discounts.createDynamicCodes">
          <ManyCodes discountId={discount.id} />
        </Allowed>
      </Stack>
    </Section>
  )
}
