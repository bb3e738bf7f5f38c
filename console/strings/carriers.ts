import { defineStrings } from './define-strings.ts'

export const en = {
  carriers: 'Carriers',
  carriersHint: 'Delivery services and the links for tracking',
  newCarrier: 'Add a carrier',
  editCarrier: 'Edit carrier',
  name: 'Name',
  nameHint: 'Customers see it. The name of a well-known carrier replaces its link.',
  trackingUrl: 'Tracking address',
  trackingUrlHint: 'The address of a shipment, with {number} in place of the tracking number.',
  own: 'Own carriers',
  noOwn: 'Your shop uses the well-known carriers below. Add others here.',
  known: 'Well-known carriers',
  noKnown: 'Your carriers replace all of them.',
  deleteText: 'Links of earlier shipments stay.',
  carrier: 'Carrier',
  carrierHint: 'Customers get a link to its tracking page.',
  editTracking: 'Edit tracking',
  editTrackingTitle: 'Correct the tracking numbers',
  trackingCorrected: 'Tracking numbers corrected',
  correctionHint: 'The numbers replace the earlier ones. No mail is sent.',
}

export const carriers = defineStrings(en, { de: () => import('./de/carriers.ts') })
