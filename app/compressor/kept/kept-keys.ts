/** Names in the browser's storage. Apart, so that pages which only forget files load nothing else. */

/** Session storage: names this tab's list, so that two tabs do not share one. */
export const LIST_KEY = 'keptList';
/** Local storage: some tab has kept a list, so that it is worth opening the store. */
export const ANY_LIST_KEY = 'keptLists';
/** Session storage: files were carried over from another page, which has not looked for copies; what else their folder held. */
export const CARRIED_KEY = 'carriedWith';
/** The store of all lists: files, results, and where each stands. */
export const DATABASE = 'featherpress-files';
/** Session storage, names that begin so: where an unfinished upload is at the server. After a reload it goes on there. */
export const UPLOAD_KEY = 'upload:';
/** Session storage, names that begin so: a file that this tab works on itself at the moment. */
export const ON_DEVICE_KEY = 'onDevice:';
