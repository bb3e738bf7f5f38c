import { html, type Markup } from 'cartwright'
import { type PageContent, renderPage } from '../shell/render-page.ts'
import type { Visit } from '../site/visit.ts'
import type { Samples } from './samples.ts'

/** The main part of a page, or a whole page. Undefined: the shop or the visitor lacks the rows. */
type Shown = Markup | Promise<Markup> | undefined

export interface State {
  /** Whether the state is a whole page. */
  isPage?: boolean
  show(samples: Samples): Shown
}

/** The states of a component by their names. */
export type States = Readonly<Record<string, State>>

export const part = (show: State['show']): State => ({ show })

export const whole = (change: (visit: Visit) => Partial<Visit>, content: Partial<PageContent> = {}): State => ({
  isPage: true,
  show: ({ visit }) =>
    renderPage(
      { ...visit, ...change(visit) },
      { title: 'Page', main: html`<h1>Page</h1>`, isListed: false, ...content },
    ),
})

type With<Name extends keyof Samples> = Samples & { [Key in Name]: NonNullable<Samples[Name]> }

export const ofProduct = (show: (samples: With<'product'>) => Shown): State =>
  part(({ product, ...others }) => product && show({ ...others, product }))

export const ofCart = (show: (samples: With<'cart'>) => Shown): State =>
  part(({ cart, ...others }) => (cart ? show({ ...others, cart }) : undefined))

export const ofOrder = (show: (samples: With<'order'>) => Shown): State =>
  part(({ order, ...others }) => order && show({ ...others, order }))

export const ofCustomer = (show: (samples: With<'customer'>) => Shown): State =>
  part(({ customer, ...others }) => customer && show({ ...others, customer }))
