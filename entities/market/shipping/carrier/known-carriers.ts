export interface KnownCarrier {
  name: string
  tracking_url: string
}

/** Carriers and their tracking pages in November 2026. Merchants can replace one by a carrier with the same name. */
export const KNOWN_CARRIERS: readonly KnownCarrier[] = [
  { name: 'Australia Post', tracking_url: 'https://auspost.com.au/mypost/track/details/{number}' },
  { name: 'Austrian Post', tracking_url: 'https://www.post.at/sv/sendungsdetails?snr={number}' },
  { name: 'bpost', tracking_url: 'https://track.bpost.cloud/btr/web/#/search?itemCode={number}' },
  {
    name: 'Canada Post',
    tracking_url: 'https://www.canadapost-postescanada.ca/track-reperage/en#/details/{number}',
  },
  { name: 'Chronopost', tracking_url: 'https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT={number}' },
  {
    name: 'Correos',
    tracking_url: 'https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number={number}',
  },
  {
    name: 'DHL',
    tracking_url: 'https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode={number}',
  },
  { name: 'DHL Express', tracking_url: 'https://www.dhl.com/en/express/tracking.html?AWB={number}' },
  { name: 'DPD', tracking_url: 'https://tracking.dpd.de/parcelstatus?query={number}' },
  { name: 'Evri', tracking_url: 'https://www.evri.com/track/parcel/{number}' },
  { name: 'FedEx', tracking_url: 'https://www.fedex.com/fedextrack/?trknbr={number}' },
  { name: 'GLS', tracking_url: 'https://gls-group.eu/EU/en/parcel-tracking?match={number}' },
  {
    name: 'Hermes',
    tracking_url: 'https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation/#{number}',
  },
  { name: 'InPost', tracking_url: 'https://inpost.pl/en/find-parcel?number={number}' },
  { name: 'La Poste', tracking_url: 'https://www.laposte.fr/outils/suivre-vos-envois?code={number}' },
  { name: 'Poste Italiane', tracking_url: 'https://www.poste.it/cerca/index.html#/risultati-spedizioni/{number}' },
  { name: 'PostNL', tracking_url: 'https://jouw.postnl.nl/track-and-trace/{number}' },
  { name: 'PostNord', tracking_url: 'https://tracking.postnord.com/en/tracking?id={number}' },
  { name: 'Royal Mail', tracking_url: 'https://www.royalmail.com/track-your-item#/tracking-results/{number}' },
  { name: 'Swiss Post', tracking_url: 'https://www.post.ch/swisspost-tracking?formattedParcelCodes={number}' },
  { name: 'UPS', tracking_url: 'https://www.ups.com/track?tracknum={number}' },
  { name: 'USPS', tracking_url: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={number}' },
]
