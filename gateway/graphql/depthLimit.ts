import {
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';

/** The deepest query of ours nests four fields. */
export const DEEPEST = 8;

/**
 * Refuses operations whose fields nest deeper than `limit`. Introspection is left out: graphql-js
 * limits it by a rule of its own.
 */
export const depthLimit =
  (limit: number): ValidationRule =>
  (context) => ({
    OperationDefinition(operation) {
      const depth = depthOf(operation.selectionSet, context, new Map());
      if (depth > limit) {
        context.reportError(
          new GraphQLError(`This query nests deeper than ${limit} fields.`, { nodes: operation }),
        );
      }
    },
  });

/** Each fragment is measured once. One that contains itself counts nothing: another rule refuses it. */
function depthOf(
  selections: SelectionSetNode,
  context: ValidationContext,
  measured: Map<string, number>,
): number {
  const depthOfFragment = ({ name, selectionSet }: FragmentDefinitionNode): number => {
    const known = measured.get(name.value);
    if (known !== undefined) return known;
    measured.set(name.value, 0);
    const depth = depthOf(selectionSet, context, measured);
    measured.set(name.value, depth);
    return depth;
  };
  const depthAt = (selection: SelectionNode): number => {
    switch (selection.kind) {
      case Kind.FIELD: {
        const { name, selectionSet } = selection;
        if (name.value.startsWith('__')) return 0;
        return 1 + (selectionSet ? depthOf(selectionSet, context, measured) : 0);
      }
      case Kind.INLINE_FRAGMENT:
        return depthOf(selection.selectionSet, context, measured);
      case Kind.FRAGMENT_SPREAD: {
        const fragment = context.getFragment(selection.name.value);
        return fragment ? depthOfFragment(fragment) : 0;
      }
    }
  };
  return Math.max(0, ...selections.selections.map(depthAt));
}
