/** After this the page is shown with its skeleton. */
const maxWaitMs = 300

/** A skeleton may be too short to be scrolled to where the reader was. */
const maxWaitOnTheWayBackMs = 3000

/**
 * Waits for a page's data: on the server until it is there, in the browser for a moment. Most navigations are shorter and
 * show no skeleton. Undefined when the time is up; the page then follows the query itself. With the request of a long list,
 * the way back to it waits longer.
 */
export async function waitForData<Data>(
  data: Promise<Data>,
  listRequest?: Request,
): Promise<Data | undefined> {
  if (import.meta.env.SSR) return data
  // The page shows what fails later.
  data.catch(() => undefined)
  const maxWait = listRequest && isTraversal(listRequest) ? maxWaitOnTheWayBackMs : maxWaitMs
  const timeUp = new Promise<undefined>((resolve) => setTimeout(resolve, maxWait))
  return Promise.race([data, timeUp])
}

/** By Back or Forward the browser is already there; after a press on a link it is not. */
export const isTraversal = ({ url }: Request): boolean =>
  !import.meta.env.SSR && location.href.split('#')[0] === url
