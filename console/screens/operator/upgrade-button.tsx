import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfirm } from '#console/components/confirm.tsx'
import { notifyDone } from '#console/components/notify.ts'
import { operators } from '#console/strings/operators.ts'
import { operator, refresh } from './api.ts'

/** Runs the pending migrations of the shops, one after another, and stops at the first failure. */
export function UpgradeButton({ ids }: { ids: readonly string[] }) {
  const words = operators.useWords()
  const confirm = useConfirm()
  const [done, setDone] = useState<number>()
  const upgrade = useMutation(operator.shops.upgrade.mutationOptions())
  const start = async () => {
    if (!(await confirm({ title: words.upgrade, text: words.upgradeText(ids.length), action: words.upgrade }))) return
    try {
      for (const [place, id] of ids.entries()) {
        setDone(place)
        await upgrade.mutateAsync({ id })
      }
      notifyDone(words.upgraded)
    } catch {
      // The message of the failed change is shown. The next start continues there, because the others are up to date.
    } finally {
      setDone(undefined)
      await refresh()
    }
  }
  return (
    <Button variant="default" disabled={ids.length === 0} loading={done !== undefined} onClick={() => void start()}>
      {words.upgrade}
    </Button>
  )
}
