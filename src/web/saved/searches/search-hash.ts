/** The hash with which a login leads back to a page, so that the page saves its search. */
export const saveSearchHash = '#save-search'
