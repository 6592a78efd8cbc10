/** Of the page that a login leads back to: its search is to be saved then. */
export const saveSearchHash = '#save-search'
