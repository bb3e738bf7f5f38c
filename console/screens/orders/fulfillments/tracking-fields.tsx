import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { useUserSetting } from '#console/app/use-user-setting.ts'
import { NamesInput } from '#console/components/form/names-input.tsx'
import { carriers } from '#console/strings/carriers.ts'
import { orderActions } from '#console/strings/order-actions.ts'

export interface Tracking {
  tracking_numbers: string[]
  /** The name of a carrier. */
  carrier?: string | undefined
}

/** The tracking of a dialog. A new one has the carrier that the user chose last. */
export function useTracking(initial?: Tracking) {
  const setting = useUserSetting('carrier')
  const last = typeof setting.value === 'string' && setting.value !== '' ? setting.value : undefined
  const [tracking, setTracking] = useState<Tracking>(initial ?? { tracking_numbers: [], carrier: last })
  return {
    tracking,
    setTracking,
    /** Proposes the carrier for the next fulfillment. */
    remember: () => {
      if (tracking.carrier && tracking.carrier !== last) setting.save(tracking.carrier)
    },
  }
}

interface TrackingFieldsProps {
  value: Tracking
  onChange(value: Tracking): void
  errors: Readonly<Record<string, string | undefined>>
}

export function TrackingFields({ value, onChange, errors }: TrackingFieldsProps) {
  const words = carriers.useWords()
  const actions = orderActions.useWords()
  const mayRead = useMay()('carriers.list')
  const { data } = useQuery({ ...trpc.admin.carriers.list.queryOptions(), enabled: mayRead })
  const names = new Set([...(value.carrier ? [value.carrier] : []), ...(data?.carriers ?? []).map(({ name }) => name)])
  return (
    <>
      <NamesInput
        label={actions.trackingNumbers}
        description={actions.trackingHint}
        value={value.tracking_numbers}
        onChange={(tracking_numbers) => onChange({ ...value, tracking_numbers })}
        error={errors.tracking_numbers}
        acceptValueOnBlur
        data-autofocus
      />
      {mayRead && (
        <Select
          label={words.carrier}
          description={words.carrierHint}
          data={[...names]}
          value={value.carrier ?? null}
          onChange={(carrier) => onChange({ ...value, carrier: carrier ?? undefined })}
          error={errors.carrier}
          searchable
          clearable
        />
      )}
    </>
  )
}
