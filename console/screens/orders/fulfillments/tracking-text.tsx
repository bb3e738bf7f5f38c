import { Anchor, Text } from '@mantine/core'
import { orders } from '#console/strings/orders.ts'

interface TrackingLink {
  tracking_number: string
  url: string | null
  carrier: string | null
}

/** The carrier and the number of a shipment, with a link if the address is safe. */
export function TrackingText({ link: { tracking_number, url, carrier } }: { link: TrackingLink }) {
  const words = orders.useWords()
  return (
    <span>
      {carrier ?? words.tracking}:{' '}
      {url?.startsWith('https://') ? (
        <Anchor href={url} target="_blank" rel="noreferrer" fz="xs">
          {tracking_number}
        </Anchor>
      ) : (
        <Text span fz="xs" ff="monospace">
          {tracking_number}
        </Text>
      )}
    </span>
  )
}
