/** A page that a login leads back to with this hash saves its search. */
export const saveSearchHash = '#save-search'
