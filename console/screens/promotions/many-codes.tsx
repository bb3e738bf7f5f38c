import { Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { type Entered, isUnreadable } from '#console/components/form/entered.ts'
import { WholeNumberInput } from '#console/components/form/number-input.tsx'
import { notifyDone } from '#console/components/notify.ts'
import { ErrorState } from '#console/components/states.tsx'
import { promotions } from '#console/strings/promotions.ts'

const MAX_CODES = 5000

/** Creates many codes at once, for example for a letter to all customers. */
export function ManyCodes({ discountId }: { discountId: string }) {
  const words = promotions.useWords()
  const [count, setCount] = useState<Entered<number>>(100)
  const [prefix, setPrefix] = useState('')
  const create = useMutation(
    trpc.admin.discounts.createDynamicCodes.mutationOptions({
      ...shownInPlace,
      onSuccess: ({ codes }) => notifyDone(words.codesCreated(codes.length)),
    }),
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isUnreadable(count) && count !== null)
          create.mutate({ id: discountId, count, prefix: prefix.trim() || null })
      }}
    >
      <Stack gap="xs">
        <WholeNumberInput label={words.codeCount} min={1} max={MAX_CODES} value={count} onChange={setCount} />
        <TextInput
          label={words.prefix}
          description={words.prefixHint}
          value={prefix}
          onChange={(event) => setPrefix(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          size="xs"
          disabled={isUnreadable(count) || count === null}
          loading={create.isPending}
        >
          {words.createCodes}
        </Button>
        {create.error && <ErrorState error={create.error} />}
      </Stack>
    </form>
  )
}
