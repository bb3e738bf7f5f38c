/** Whether the deployment has many shops. The server states it in the page. */
export const hasManyShops = (): boolean => document.querySelector('meta[name=many-shops]') !== null
