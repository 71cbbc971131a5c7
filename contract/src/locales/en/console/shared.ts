/** Parts that many pages behind the sign-in share: lists, dialogs, times and the names of ranks. */
export const shared = {
  'colorScheme.auto': 'Same as system',
  'colorScheme.dark': 'Dark',
  'colorScheme.label': 'Color scheme',
  'colorScheme.light': 'Light',

  'copy.action': 'Copy',
  'copy.named': 'Copy {name}',

  'dialog.cancel': 'Cancel',
  'dialog.done': 'Done',
  'dialog.typeToConfirm': 'Type {text} to confirm',

  'form.advanced': 'Advanced',

  'list.about': '{first}–{last} of about {total}',
  'list.actions': 'Actions',
  'list.actionsFor': 'Actions for {name}',
  'list.clear': 'Clear filters',
  'list.clearFilter': 'Clear {filter}',
  'list.details': 'Details',
  'list.detailsOf': 'Details of {name}',
  'list.emptyPage': 'This page is empty',
  'list.emptyPageText': 'The list is shorter than it was.',
  'list.firstPage': 'Go to the first page',
  'list.noMatches': 'No matches',
  'list.noMatchesText': 'Try a shorter search or fewer filters.',
  'list.page': 'page {page}',
  'list.page.first': 'first page',
  'list.page.last': 'last page',
  'list.page.next': 'next page',
  'list.page.previous': 'previous page',
  'list.range': '{first}–{last} of {total}',

  'overlap.0': 'Right away',
  'overlap.1': 'After 1 hour',
  'overlap.168': 'After 7 days',
  'overlap.24': 'After 24 hours',
  'overlap.72': 'After 3 days',

  'page.guide': 'Guide to this page',

  'rank.organization.ADMIN': 'Admin',
  'rank.organization.MEMBER': 'Member',
  'rank.organization.OWNER': 'Owner',
  'rank.system.ADMIN': 'Admin',
  'rank.system.MODERATOR': 'Moderator',
  'rank.system.USER': 'User',

  'secret.copied': 'Copied',
  'secret.copy': 'Copy secret',
  'secret.copyNow': 'Copy it now',
  'snippet.copy': 'Copy snippet',

  'time.justNow': 'just now',
  'time.never': 'Never',
  'toast.dismiss': 'Dismiss',
  'list.select': 'Select {name}',
  'list.selectPage': 'Select all on this page',
} as const;
