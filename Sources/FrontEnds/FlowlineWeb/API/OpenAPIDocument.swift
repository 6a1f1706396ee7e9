public import Flowline
import Hummingbird

extension SessionAPI {
  /// The API as an OpenAPI 3.1 document, made from the operations that are served.
  ///
  /// - Parameters:
  ///   - title: the name of the program.
  ///   - version: the program's version.
  ///   - server: where the API is, as a URL that may be relative.
  public static func document(
    title: String = "Flowline", version: String = "1", server: String = "."
  ) -> JSONValue {
    var paths: [String: JSONValue] = [:]
    for operation in Operation.all {
      var path: [String: JSONValue] =
        if case .object(let members)? = paths["/\(operation.path)"] { members } else { [:] }
      path[operation.method.rawValue.lowercased()] = operation.document
      paths["/\(operation.path)"] = .object(path)
    }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": .string(title), "version": .string(version),
        "description":
          "Guided flows: start one, answer its questions, read its result. Errors are RFC 9457.",
      ],
      "servers": [["url": .string(server)]], "paths": .object(paths),
      "components": ["schemas": .object(APISchemas.all)],
    ]
  }
}

extension Operation {
  fileprivate var document: JSONValue {
    var members: [String: JSONValue] = [
      "operationId": .string(id), "summary": .string(summary),
      "parameters": .array(parameters), "responses": .object(responses),
    ]
    switch body {
    case .none: break
    case .json:
      members["requestBody"] = [
        "required": true,
        "content": [
          "application/json": [
            "schema": [
              "type": "object", "additionalProperties": false,
              "properties": .object(
                Dictionary(uniqueKeysWithValues: properties.map { ($0.name, $0.schema) })),
              "required": .array(properties.filter(\.isRequired).map { .string($0.name) }),
            ]
          ]
        ],
      ]
    case .file:
      members["requestBody"] = [
        "required": true, "content": ["application/octet-stream": ["schema": [:]]],
      ]
    }
    return .object(members)
  }

  private var parameters: [JSONValue] {
    var parameters: [JSONValue] = []
    for (name, schema) in APISchemas.pathParameters where path.contains("{\(name)}") {
      parameters.append([
        "name": .string(name), "in": "path", "required": true, "schema": schema,
      ])
    }
    parameters += query.map {
      [
        "name": .string($0.name), "in": "query", "description": .string($0.summary),
        "schema": $0.schema,
      ]
    }
    if takesToken {
      parameters.append([
        "name": "If-Match", "in": "header",
        "description": "The ETag of the state whose question is meant; another is answered 412.",
        "schema": ["type": "string", "pattern": "^(\\*|\"[0-9]{1,15}-[0-9a-f]{1,16}\")$"],
      ])
    }
    return parameters
  }

  private var responses: [String: JSONValue] {
    var responses: [String: JSONValue] = [:]
    for reply in replies {
      var response: [String: JSONValue] = ["description": "Done."]
      if let schema = reply.schema {
        let type = APISchemas.mediaTypes[schema] ?? "application/json"
        response["content"] = [
          type: ["schema": ["$ref": .string("#/components/schemas/\(schema)")]]
        ]
      }
      responses["\(reply.status)"] = .object(response)
    }
    for status in problems + [401, 403, 421, 423, 500, 503] {
      responses["\(status)"] = [
        "description": .string(Problem(status: status, code: "", "").title),
        "content": [
          "application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]
        ],
      ]
    }
    return responses
  }
}
