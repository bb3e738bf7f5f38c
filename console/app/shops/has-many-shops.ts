/** Whether the shop is one of many in its deployment. The server states it in the page. */
export const hasManyShops = (): boolean => document.querySelector('meta[name=many-shops]') !== null
