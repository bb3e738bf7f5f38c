import { createRootRoute, HeadContent, Link, Outlet, Scripts } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readCart } from '../cart.ts'
import { currentCustomer } from '../customer.ts'
import styles from '../styles.css?url'

export const Route = createRootRoute({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { title: 'My shop' },
    ],
    links: [
      { rel: 'stylesheet', href: styles },
      { rel: 'icon', href: 'data:,' },
    ],
  }),
  loader: async () => {
    const [cart, customer] = await Promise.all([readCart(), currentCustomer()])
    return { count: cart?.items.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0, name: customer?.first_name }
  },
  shellComponent: Document,
  component: Page,
  notFoundComponent: () => <h1>This page does not exist</h1>,
  errorComponent: () => <h1>This page could not be loaded. Try again in a moment.</h1>,
})

function Document({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

function Page() {
  const { count, name } = Route.useLoaderData()
  return (
    <>
      <header>
        <Link to="/">My shop</Link>
        <nav>
          <Link to="/account">{name ?? 'Log in'}</Link>
          <Link to="/cart">Cart ({count})</Link>
        </nav>
      </header>
      <main>
        <Outlet />
      </main>
    </>
  )
}
