import type { Story } from '../visit.ts'
import { arrangeProducts, manageProducts, manageSalesChannels, runBatchJobs, uploadFiles } from './catalogue.ts'
import { beginSessions, endSessions, manageCustomers, manageOwnAccount } from './customers.ts'
import { countStock } from './inventory.ts'
import { changeOrderEdits, managePaymentCollections, payForOrderEdits } from './order-edits.ts'
import { claimItems, manageDraftOrders, manageOrders, returnItems, swapItems } from './orders.ts'
import { manageDiscounts, manageGiftCards, managePriceLists } from './promotions.ts'
import { manageRegions, manageShipping, manageStore, manageTaxRates } from './settings.ts'
import { browse, buy, requestEarlierOrders } from './storefront.ts'
import { callAnyPath, inviteUsers, manageUsers, sendNotificationAgain, writeNotes } from './users.ts'

/** In this order: later stories read rows of earlier ones. */
export const stories: Readonly<Record<string, Story>> = {
  beginSessions,
  manageProducts,
  arrangeProducts,
  manageSalesChannels,
  countStock,
  uploadFiles,
  runBatchJobs,
  manageStore,
  manageRegions,
  manageShipping,
  manageTaxRates,
  manageDiscounts,
  manageGiftCards,
  managePriceLists,
  manageOwnAccount,
  manageCustomers,
  browse,
  buy,
  requestEarlierOrders,
  manageOrders,
  returnItems,
  swapItems,
  claimItems,
  manageDraftOrders,
  changeOrderEdits,
  payForOrderEdits,
  managePaymentCollections,
  manageUsers,
  inviteUsers,
  writeNotes,
  sendNotificationAgain,
  callAnyPath,
  endSessions,
}
