import { InvalidData } from '#entities/errors.ts'

const PLACEHOLDER = '{number}'

/** The address of the tracking page of a number. The number cannot change the rest of the address. */
export const trackingUrl = (template: string, number: string): string =>
  template.replaceAll(PLACEHOLDER, encodeURIComponent(number.toWellFormed().trim()))

/** @throws InvalidData if it is no https address with the number behind the host. */
export function assertTrackingUrl(template: string): void {
  if (!isTrackingUrl(template))
    throw new InvalidData('The tracking address must look like https://carrier.example/track/{number}')
      .about('tracking_url')
      .because({ name: 'tracking_url_invalid' })
}

function isTrackingUrl(template: string): boolean {
  const url = URL.canParse(template) ? new URL(template) : undefined
  if (url?.protocol !== 'https:' || url.username || url.password) return false
  const [origin = ''] = /^https:\/\/[^/?#\\]+/i.exec(template) ?? []
  return origin !== '' && !origin.includes('{') && template.slice(origin.length).includes(PLACEHOLDER)
}
