import './row-fade.css'

/** The class of a row that scrolls. Its last item fades while there are more behind it. */
export const rowFade = 'row-fade'
