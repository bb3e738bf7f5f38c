import { TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { RowDialog } from '#console/components/form/row-dialog.tsx'
import { carriers } from '#console/strings/carriers.ts'

interface CarrierDialogProps {
  /** Undefined for a new carrier. */
  carrier?: { id: string; name: string; tracking_url: string }
  onClose(): void
}

export function CarrierDialog({ carrier, onClose }: CarrierDialogProps) {
  const words = carriers.useWords()
  return (
    <RowDialog
      router={trpc.admin.carriers}
      row={carrier}
      title={carrier ? words.editCarrier : words.newCarrier}
      values={{ name: carrier?.name ?? '', tracking_url: carrier?.tracking_url ?? 'https://' }}
      toInput={(values) => values}
      required={['name', 'tracking_url']}
      onClose={onClose}
    >
      {({ getInputProps }) => (
        <>
          <TextInput label={words.name} description={words.nameHint} data-autofocus {...getInputProps('name')} />
          <TextInput
            label={words.trackingUrl}
            description={words.trackingUrlHint}
            placeholder="https://carrier.example/track/{number}"
            {...getInputProps('tracking_url')}
          />
        </>
      )}
    </RowDialog>
  )
}
