/** Node types that do nothing themselves. Their contents are judged. Any other type needs approval. */
export const inert: ReadonlySet<string> = new Set(
  `program statement_list empty_statement pipeline pipeline_chain pipeline_chain_tail comment
   command_name command_name_expr command_elements command_argument_sep command_parameter
   command_invokation_operator generic_token path_command_name merging_redirection_operator redirections
   redirection redirected_file_name file_redirection_operator
   additive_argument_expression additive_expression argument_expression argument_expression_list argument_list
   array_expression array_literal_expression bitwise_argument_expression bitwise_expression cast_expression
   comparison_argument_expression comparison_expression comparison_operator element_access
   expression_with_unary_operator format_argument_expression format_expression format_operator
   hash_entry hash_literal_body hash_literal_expression key_expression logical_argument_expression
   logical_expression multiplicative_argument_expression multiplicative_expression parenthesized_expression
   post_decrement_expression post_increment_expression pre_decrement_expression pre_increment_expression
   range_argument_expression range_expression script_block script_block_body script_block_expression
   sub_expression unary_expression
   integer_literal decimal_integer_literal hexadecimal_integer_literal real_literal string_literal
   expandable_string_literal verbatim_string_characters
   type_spec type_name type_identifier array_type_name dimension simple_name
   assignement_operator left_assignment_expression
   if_statement elseif_clause elseif_clauses else_clause statement_block foreach_statement for_statement
   for_initializer for_condition for_iterator while_statement while_condition do_statement
   switch_statement switch_body switch_clause switch_clause_condition switch_clauses switch_condition
   switch_parameter switch_parameters try_statement catch_clause catch_clauses catch_type_list finally_clause
   trap_statement flow_control_statement label label_expression
   function_statement function_name function_parameter_declaration parameter_list param_block script_parameter
   script_parameter_default attribute_list attribute_arguments attribute_argument attribute_name
   named_block named_block_list block_name`.split(/\s+/),
);
