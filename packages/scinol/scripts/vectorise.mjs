// Rewrites the core for AssemblyScript, two lanes at a time. The core is plain TypeScript that says what happens in one
// lane. Whatever comes from a function that returns a `Lane`, and whatever is computed from it, becomes a v128; so does a
// comparison of lanes, a mask. The rest stays as it is. What has no vector is an error that names the place.
import { parseSync } from "rolldown/utils";

const ARITHMETIC = { "+": "f64x2.add", "-": "f64x2.sub", "*": "f64x2.mul", "/": "f64x2.div" };
const ORDER = { "<": "f64x2.lt", "<=": "f64x2.le", ">": "f64x2.gt", ">=": "f64x2.ge" };
const EQUALITY = { "==": "f64x2.eq", "===": "f64x2.eq", "!=": "f64x2.ne", "!==": "f64x2.ne" };
const LOGIC = { "&&": "v128.and", "||": "v128.or" };
const BINARY = { ...ARITHMETIC, ...ORDER, ...EQUALITY, ...LOGIC };
const UNARY = { "-lane": "f64x2.neg", "!mask": "v128.not" };
/** Functions of Math that have an instruction with the same results, and their number of arguments. */
const MATH = { abs: 1, sqrt: 1, floor: 1, ceil: 1, trunc: 1, min: 2, max: 2 };
const KINDS = { Lane: "lane", Mask: "mask" };

/**
 * Returns a function from the path of one of `files` to its text in AssemblyScript. `files` are texts by path, among them all
 * that have functions with lanes. Without `lanes` a lane stays a number.
 */
export function vectorise(files, lanes) {
  // An expression is a "lane", a "mask", or a "number", which stands for everything else.
  const kindOfType = (annotation) => (lanes && KINDS[annotation?.typeAnnotation.typeName?.name]) || "number";
  /** The kinds that functions take, and at the end what they return. */
  const functions = new Map();
  /** Names of numbers that never change. */
  const constants = new Set();
  const parsed = Object.entries(files).map(([path, source]) => {
    const { program, errors } = parseSync(path, source, { preserveParens: false });
    if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
    const text = (node) => source.slice(node.start, node.end);
    const refuse = (node, why = "no vector of this") => {
      throw new Error(`${path}:${source.slice(0, node.start).split("\n").length}: ${why}: ${text(node)}`);
    };
    for (const { type, id, params, returnType, kind, declarations } of program.body.map(
      (one) => one.declaration ?? one,
    )) {
      for (const { id, init } of kind === "const" ? declarations : [])
        if (typeof init?.value === "number") constants.add(id.name);
      if (type !== "FunctionDeclaration") continue;
      const kinds = [...params.map((param) => param.typeAnnotation), returnType].map(kindOfType);
      const signature = kinds.every((kind) => kind === "number") ? "number" : kinds.join();
      if ((functions.get(id.name) ?? signature) !== signature) refuse(id, "twice, not the same lanes");
      functions.set(id.name, signature);
    }
    return [path, { program, text, refuse }];
  });
  return (path) => translated(new Map(parsed).get(path), functions, constants, kindOfType);
}

function translated({ program, text, refuse }, functions, constants, kindOfType) {
  /** The kinds of the names in the function that is being translated; "return" is the kind that it returns. */
  let names = new Map();

  const isNumber = (...nodes) => nodes.every((node) => translate(node)[0] === "number");
  /** By a node's type, its kind and its translation; nothing where only its parts change. */
  const rules = {
    Identifier: ({ name }) => names.has(name) && [names.get(name), name],
    UnaryExpression(node) {
      const [kind, made] = translate(node.argument);
      return kind !== "number" && [kind, `${UNARY[node.operator + kind] ?? refuse(node)}(${made})`];
    },
    BinaryExpression(node) {
      const { operator, left, right } = node;
      if (isNumber(left, right)) return undefined;
      const wanted = operator in LOGIC ? "mask" : "lane";
      const made = `${BINARY[operator] ?? refuse(node)}(${as(wanted, left)}, ${as(wanted, right)})`;
      return [operator in ARITHMETIC ? "lane" : "mask", made];
    },
    LogicalExpression: (node) => rules.BinaryExpression(node),
    ConditionalExpression({ test, consequent, alternate }) {
      if (isNumber(test, consequent, alternate)) return undefined;
      const kind = [consequent, alternate].some((side) => translate(side)[0] === "mask") ? "mask" : "lane";
      return [kind, chosen(test, as(kind, consequent), as(kind, alternate))];
    },
    CallExpression(node) {
      const name = text(node.callee);
      // Messages of assertions stay behind: texts would lie in WebAssembly's memory.
      const given = node.arguments.filter(({ value }) => typeof value !== "string");
      if (name === "table") return ["number", `memory.data<f64>(${text(given[0])}, 16)`];
      const isMath = name.startsWith("Math.") && !isNumber(...given);
      if (isMath && MATH[name.slice(5)] !== given.length) refuse(node);
      const own = functions.get(name.split(".").at(-1)) ?? "number";
      const kinds = (isMath ? "lane,lane,lane" : own).split(",");
      const made = given.map((one, n) => as(kinds[n] ?? "number", one));
      return [kinds.at(-1), `${isMath ? name.replace("Math", "f64x2") : name}(${made.join(", ")})`];
    },
    AssignmentExpression({ left, right, operator }) {
      const kind = names.get(left.name) ?? "number";
      if (kind === "number") return undefined;
      if (operator === "=") return ["number", `${left.name} = ${as(kind, right)}`];
      const name = ARITHMETIC[operator.slice(0, -1)] ?? refuse(left, `no vectors for ${operator}`);
      return ["number", `${left.name} = ${name}(${left.name}, ${as("lane", right)})`];
    },
    VariableDeclarator({ id, init }) {
      const kind = id.typeAnnotation || !init ? kindOfType(id.typeAnnotation) : translate(init)[0];
      if (kind !== "number" && !names.has("return")) refuse(id, "lanes outside a function");
      names.set(id.name, kind);
      return ["number", init ? `${text(id)} = ${as(kind, init)}` : text(id)];
    },
    ExpressionStatement({ expression }) {
      // A choice between lanes computes both branches, so a function that returns lanes must not write anywhere.
      const isOwn = names.has(expression.left?.name);
      if (!isOwn && names.get("return") !== "number") refuse(expression, "a function of lanes only computes");
    },
    ReturnStatement: ({ argument }) => argument && ["number", `return ${as(names.get("return"), argument)};`],
    FunctionDeclaration(node) {
      names = new Map(node.params.map((param) => [param.name, kindOfType(param.typeAnnotation)]));
      names.set("return", kindOfType(node.returnType));
      const made = spliced(node, [node.body]);
      names = new Map();
      return ["number", made];
    },
  };

  function translate(node) {
    node.made ??= rules[node.type]?.(node) || ["number", spliced(node)];
    return node.made;
  }
  /** Returns the text of a node with its parts translated. */
  function spliced(node, parts = Object.values(node).flat()) {
    let out = "";
    let at = node.start;
    for (const part of parts) {
      // An imported name without "as" is two parts in the same place.
      if (!part?.type || part.start < at) continue;
      out += text({ start: at, end: part.start }) + as("number", part);
      at = part.end;
    }
    return out + text({ start: at, end: node.end });
  }
  /** Returns an expression as what is wanted; a number stands for two lanes that are equal. */
  function as(wanted, node) {
    const [kind, made] = translate(node);
    if (kind === wanted) return made;
    if (kind !== "number" || wanted === "number") refuse(node, `a ${kind} where a ${wanted} is needed`);
    if (wanted === "mask") return `i64x2.splat((${made}) ? -1 : 0)`;
    // Loading a constant takes one instruction of a processor, making it in a register several.
    const isConstant = node.value > 0 || (constants.has(node.name) && !names.has(node.name));
    return isConstant ? `v128.load64_splat(memory.data<f64>([${made}]))` : `f64x2.splat(${made})`;
  }
  /** Returns `test ? yes : no`, by the instruction that is exactly that if there is one. */
  function chosen(test, yes, no) {
    if (isNumber(test)) return `((${translate(test)[1]}) ? ${yes} : ${no})`;
    const mask = as("mask", test);
    const isLess = (a, b) => [`f64x2.lt(${a}, ${b})`, `f64x2.gt(${b}, ${a})`].includes(mask);
    if (isLess(yes, no)) return `f64x2.pmin(${no}, ${yes})`;
    if (isLess(no, yes)) return `f64x2.pmax(${no}, ${yes})`;
    return no === "f64x2.splat(0)" ? `v128.and(${yes}, ${mask})` : `v128.bitselect(${yes}, ${no}, ${mask})`;
  }

  // What takes or returns lanes is a few operations.
  const inlined = (head, name) => (functions.get(name) === "number" ? head : `@inline ${head}`);
  return spliced(program).replaceAll(/^(?:export )?function (\w+)/gm, inlined);
}
